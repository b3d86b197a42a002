# -i mostra também os cabeçalhos: Content-Range diz quantas há.
curl -fsS -i -G "$BASE/rest/v1/projects" \
  -H "apikey: $KEY" \
  -H 'Prefer: count=exact' \
  -d 'select=id,title' \
  -d 'status=eq.open' \
  -d 'order=created_at.desc' \
  -d 'limit=10' \
  -d 'offset=0'
