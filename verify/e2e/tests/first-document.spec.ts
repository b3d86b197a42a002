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

/** How long a document waits for its first painting before it asks for the scripts all the same. */
const PATIENCE_MS = 3_000;

declare global {
  interface Window {
    moved: number;
  }
}

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

  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        window.moved += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
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
    // Until the script has drawn its own in the place of what the document carries.
    await expect(page.locator("main [data-visitor]")).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    // What moved is told of after the frame in which it did.
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => setTimeout(() => resolve(window.moved))),
          );
        }),
    );
    // What is read is painted before the scripts are asked for, or the document gave up waiting for that.
    const [painted, scripted] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      Math.min(
        ...performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js"))
          .map(({ startTime }) => startTime),
      ),
    ]);
    expect(scripted, path).toBeGreaterThanOrEqual(Math.min(painted, PATIENCE_MS));
    // What counts as good of a page's layout shifts (web.dev/articles/cls).
    expect(shifted, path).toBeLessThan(0.1);
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

test("um diretório se folheia sem JavaScript, e com ele sem perguntar de novo", async ({
  page,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  const titles = () =>
    reader
      .getByRole("list", { name: "Projetos" })
      .getByRole("heading", { level: 2 })
      .allTextContents();
  /** A server that has much to do may leave the rows to the script: until they are there. */
  const open = async (address: string) => {
    await expect(async () => {
      await reader.goto(new URL(address, url()).href);
      expect(await titles()).not.toEqual([]);
    }).toPass();
    return titles();
  };
  const way = (name: string) => reader.getByRole("link", { name });
  const address = async (name: string) =>
    (await way(name).getAttribute("href")) ?? "";
  for (const order of ["", "&ordem=prazo", "&ordem=orcamento"]) {
    const first = await open(`/projetos?modalidade=on_site&modalidade=hybrid&modalidade=remote${order}`);
    expect(first).toHaveLength(12);
    await expect(way("Página anterior")).toHaveCount(0);
    const second = await open(await address("Próxima página"));
    expect(second.filter((title) => first.includes(title))).toEqual([]);

    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rest/v1/")) asked.push(request.url());
    });
    await expect(async () => {
      asked.length = 0;
      await page.goto(reader.url());
      await expect(
        page.getByRole("heading", { level: 2, name: second[0] }),
      ).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(asked).toEqual([]);
    }).toPass();
    page.removeAllListeners("request");

    expect(await open(await address("Página anterior"))).toEqual(first);
  }

  // A place of one order is none of another, and what is written by hand is none at all.
  const [place] = /(?<=depois=)[\w-]+/.exec(await address("Próxima página")) ?? [
    "",
  ];
  expect(place).not.toBe("");
  for (const query of [
    `ordem=propostas&depois=${place}`,
    `ordem=prazo&depois=${place}`,
    "depois=WyJuYWRhIiwibmFkYSJd",
    "antes=nada",
  ]) {
    await visit(page, `/projetos?${query}`);
    await expect(
      page.getByRole("list", { name: "Projetos" }).getByRole("listitem").first(),
    ).toBeVisible();
  }
  await plain.close();
});
