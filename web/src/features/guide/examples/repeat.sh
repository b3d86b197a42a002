ENGINEER=$(curl -fsS "$BASE/rest/v1/professionals?select=id&order=updated_at.desc&limit=1" \
  -H "apikey: $KEY" | jq -r '.[0].id')
ONCE=$(cat /proc/sys/kernel/random/uuid)

# A segunda resposta é a primeira, com Idempotent-Replayed: true.
for TRY in 1 2; do
  curl -fsS -i "$BASE/rest/v1/messages" \
    -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
    -H "Idempotency-Key: $ONCE" \
    --json '{"from_id": "'"$ME"'", "to_id": "'"$ENGINEER"'", "content": "Pode visitar a fábrica na terça?"}'
done
