curl -fsS -G "$BASE/rest/v1/projects" \
  -H "apikey: $KEY" \
  -d 'select=title,budget,city,state' \
  -d 'status=eq.open' \
  -d 'order=created_at.desc' \
  -d 'limit=2'
