{{ config(contract={'enforced': false}) }}
select id, total
from {{ ref('stg_orders') }}
