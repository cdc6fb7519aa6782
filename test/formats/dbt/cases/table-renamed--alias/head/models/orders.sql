{{ config(alias='orders_all') }}
select id, total
from {{ ref('stg_orders') }}
