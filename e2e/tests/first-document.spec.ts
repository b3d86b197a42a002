// The first document: what is there before any script, and what the script no longer asks for.
import { expect, test } from "@playwright/test";
import { url } from "../cast.ts";
import { PAYLOADS } from "../payloads.ts";
import {
  aCompany,
  aProfessional,
  aProject,
  closePages,
  visit,
} from "../people.ts";

test.afterEach(closePages);

type Shift = PerformanceEntry & { value: number };

test("a primeira resposta vem no primeiro documento, com e sem JavaScript", async ({
  page,
  browser,
}) => {
  const word = `vaso${Date.now()}`;
  const [serra, marina] = [await aCompany(), await aProfessional()];
  const project = await aProject(serra, `${PAYLOADS[0]} ${word}`);
  const pages = [
    { path: `/projetos?q=${word}&nada=nada`, text: word },
    { path: `/projetos/${project}`, text: word },
    { path: `/encontrar-profissional`, text: "Ver Perfil" },
    { path: `/encontrar-profissional/${marina.id}`, text: marina.name },
    { path: `/perfil-empresa/${serra.id}`, text: serra.name },
  ];
  // A server that has much to do may leave the rows to the script.
  for (const { path } of pages)
    await expect
      .poll(async () => (await page.request.get(`${url()}${path}`)).text())
      .toContain('id="answers"');

  const ran: string[] = [];
  await page.exposeFunction("__xss", () => ran.push(page.url()));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/") && request.method() === "GET")
      asked.push(request.url());
  });
  for (const { path, text } of pages) {
    await visit(page, path);
    await expect(page.getByRole("main")).toContainText(text);
    await page.waitForLoadState("networkidle");
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(
              (list.getEntries() as Shift[]).reduce(
                (sum, { value }) => sum + value,
                0,
              ),
            );
          }).observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shifted, path).toBeLessThan(0.02);
  }
  expect(asked).toEqual([]);
  expect(ran).toEqual([]);

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const reader = await plain.newPage();
  for (const { path, text } of pages) {
    await reader.goto(`${url()}${path}`);
    await expect(reader.getByRole("main")).toContainText(text);
  }
  await reader.goto(`${url()}/projetos?q=${word}`);
  await reader.getByRole("link", { name: word }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toContainText(word);
  await plain.close();
});
