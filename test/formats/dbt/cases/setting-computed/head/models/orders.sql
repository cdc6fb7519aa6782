{{ config(enabled=(target.name == 'prod')) }}
select id, total
from {{ ref('stg_orders') }}
