resource "confluent_schema" "orders" {
  subject_name = "orders-value"
  format       = "AVRO"
  schema       = jsonencode({ type = "record", name = "Order", fields = [{ name = "id", type = "string" }] })

  ruleset {
    domain_rules {
      name = "id"
      kind = "CONDITION"
      type = "CEL"
      expr = "message.id != '$${none}'"
    }
    domain_rules {
      name   = "encrypt"
      kind   = "TRANSFORM"
      type   = "ENCRYPT"
      params = { "encrypt.kek.name" = "orders" }
    }
  }
}
