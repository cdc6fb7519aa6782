{{ config(schema=var('s')) }}
select id, total
from {{ ref('stg_orders') }}
