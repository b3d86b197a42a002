-- The pictures of the public pages, which administrators may replace.

-- +goose Up
CREATE TABLE public.site_images (
  key        text        NOT NULL,
  name       text        NOT NULL,
  url        text        NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT site_images_pkey        PRIMARY KEY (key),
  CONSTRAINT site_images_name_filled CHECK (btrim(name) <> ''),
  CONSTRAINT site_images_url_form    CHECK (url ~ '^(/|https?://)' AND length(url) <= 2000)
);
CREATE TRIGGER touch BEFORE UPDATE ON public.site_images
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
ALTER TABLE public.site_images ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.site_images FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody sees site images" ON public.site_images
  FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "administrators replace site images" ON public.site_images
  FOR UPDATE TO authenticated USING ((SELECT private.is_admin())) WITH CHECK ((SELECT private.is_admin()));
CREATE POLICY "the server keeps site images" ON public.site_images
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT ON public.site_images TO anon, authenticated;
GRANT UPDATE (url) ON public.site_images TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.site_images TO service_role;
SELECT realtime.watch('public.site_images');

INSERT INTO public.site_images (key, name, url) VALUES
  ('landingHero',          'Início: destaque principal',          '/imagens/landingHero-1280.webp'),
  ('landingHero2',         'Início: segundo destaque',            '/imagens/landingHero2-1280.webp'),
  ('solutionsCard1',       'Soluções: linhas de envase',          '/imagens/solutionsCard1-1280.webp'),
  ('solutionsCard2',       'Soluções: supervisório',              '/imagens/solutionsCard2-1280.webp'),
  ('solutionsCard3',       'Soluções: instrumentação',            '/imagens/solutionsCard3-1280.webp'),
  ('solutionsCard4',       'Soluções: redes industriais',         '/imagens/solutionsCard4-1280.webp'),
  ('solutionsCard5',       'Soluções: visão de máquina',          '/imagens/solutionsCard5-1280.webp'),
  ('solutionsCard6',       'Soluções: retrofit',                  '/imagens/solutionsCard6-1280.webp'),
  ('projectsCard',         'Cartão de projetos',                  '/imagens/projectsCard-1280.webp'),
  ('servicesCard',         'Cartão de serviços',                  '/imagens/servicesCard-1280.webp'),
  ('findProfessionalCard', 'Cartão de profissionais',             '/imagens/findProfessionalCard-1280.webp'),
  ('howItWorksFlowchart',  'Como Funciona: fluxograma',           '/imagens/howItWorksFlowchart.svg');
