PHOTO="avatars/$ME-$(date +%s)"
curl -fsS "$BASE/storage/v1/object/public-uploads/$PHOTO" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: image/png' -H 'x-upsert: true' \
  --data-binary @foto.png

curl -fsS "$BASE/storage/v1/object/public/public-uploads/$PHOTO" -o guardada.png
