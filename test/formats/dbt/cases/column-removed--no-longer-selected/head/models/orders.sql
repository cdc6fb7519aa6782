select id
from {{ ref('stg_orders') }}
