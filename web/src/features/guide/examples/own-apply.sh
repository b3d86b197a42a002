automacao table apply visitas.sql
