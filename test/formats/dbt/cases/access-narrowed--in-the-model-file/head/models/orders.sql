{{ config(access='private') }}
select id, total
from {{ ref('stg_orders') }}
