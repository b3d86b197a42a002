-- What two sides write, test, sign and send each other under a contract is theirs.
-- Administrators read it where there is a dispute over that contract; only the
-- page asked for one. What a contract is about and its money they see of all of
-- them, since they answer for the money.

-- +goose Up
DROP POLICY "administrators read every amendment" ON public.amendments;
CREATE POLICY "administrators read the amendments of a contract in dispute" ON public.amendments FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = amendments.contract_id));
DROP POLICY "administrators read every checklist" ON public.checklists;
CREATE POLICY "administrators read the checklists of a contract in dispute" ON public.checklists FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = checklists.contract_id));
DROP POLICY "administrators read every item" ON public.checklist_items;
CREATE POLICY "administrators read the items of a contract in dispute" ON public.checklist_items FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = checklist_items.contract_id));
DROP POLICY "administrators read who agreed to a contract" ON public.contract_acceptances;
CREATE POLICY "administrators read who agreed to a contract in dispute" ON public.contract_acceptances FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = contract_acceptances.contract_id));
DROP POLICY "administrators read what happened to a contract" ON public.contract_events;
CREATE POLICY "administrators read what happened to a contract in dispute" ON public.contract_events FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = contract_events.contract_id));
DROP POLICY "administrators read every file of a contract" ON public.deal_files;
CREATE POLICY "administrators read the files of a contract in dispute" ON public.deal_files FOR SELECT TO authenticated
  USING ((SELECT private.is_admin()) AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = deal_files.contract_id));
DROP POLICY "administrators read the papers of contracts" ON storage.objects;
CREATE POLICY "administrators read the papers of a contract in dispute" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'deals' AND (SELECT private.is_admin())
    AND EXISTS (SELECT FROM public.disputes d WHERE d.contract_id = private.contract_of_file(objects.bucket_id, objects.name)));
