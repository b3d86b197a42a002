SESSION=$(curl -fsS "$BASE/auth/v1/token?grant_type=password" \
  -H "apikey: $KEY" \
  --json '{"email": "{{email}}", "password": "{{password}}"}')
export TOKEN=$(echo "$SESSION" | jq -r .access_token)
export ME=$(echo "$SESSION" | jq -r .user.id)
