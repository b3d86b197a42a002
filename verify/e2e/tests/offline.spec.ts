// The line goes away under a person at work, and comes back.
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { url } from "../cast.ts";
import {
  aCompany,
  aProfessional,
  closePages,
  notice,
  openAs,
} from "../people.ts";

test.afterEach(closePages);

// Chromium 148 says that it is online after a reload without a connection.
const bar = (page: Page) =>
  page.getByText(
    /^(Sem conexão|Não conseguimos falar com o servidor): mostrando o que você viu por último, às \d\d:\d\d\.$/,
  );
const waiting = (page: Page) =>
  page.getByRole("log").getByText("aguardando conexão");
/** The longest pause between two looks for the server. */
const BACK = { timeout: 45_000 };

/** What the page's own store and the worker's hold. */
async function kept(page: Page): Promise<{ seen: number; hasFrame: boolean }> {
  return page.evaluate(async () => {
    const request = indexedDB.open("automacao-visto");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const count = request.result
      .transaction("visto")
      .objectStore("visto")
      .count();
    await new Promise((resolve) => (count.onsuccess = resolve));
    request.result.close();
    return {
      seen: count.result,
      hasFrame: (await caches.match("/dashboard")) !== undefined,
    };
  });
}

async function write(page: Page, text: string) {
  await page.getByLabel("Mensagem", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByRole("log").getByText(text)).toBeVisible();
}

/** What waits on this device to go with a message. */
const draftFiles = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open("automacao-anexos");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const count = request.result
      .transaction("anexos")
      .objectStore("anexos")
      .count();
    await new Promise((resolve) => (count.onsuccess = resolve));
    request.result.close();
    return count.result;
  });

async function attach(page: Page, name: string) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Anexar/ }).click();
  await (
    await chooser
  ).setFiles({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("Módulo 6ES7 331"),
  });
  await expect(
    page
      .getByRole("list", { name: "Arquivos da mensagem" })
      .getByRole("listitem"),
  ).toContainText([name]);
  await expect(
    page.getByText("Guardado neste aparelho: segue com a mensagem."),
  ).toBeVisible();
}

/** The pages of a side are kept one after the other once the worker knows the side. */
async function isReady(page: Page) {
  const files = page.evaluate(async () => {
    const { FILES } = await fetch("/sw.js")
      .then((answer) => answer.text())
      .then((text) => ({
        FILES: JSON.parse(/^const FILES = (.*)$/m.exec(text)?.[1] ?? "") as {
          sides: Record<string, string[]>;
        },
      }));
    return FILES.sides.professional?.at(-1) ?? "";
  });
  await expect
    .poll(
      async () =>
        page.evaluate(
          async (file) => (await caches.match(file)) !== undefined,
          await files,
        ),
      BACK,
    )
    .toBe(true);
}

test("sem conexão: o que foi visto continua ali, e cada mensagem escrita chega uma vez", async ({
  browser,
}) => {
  const [serra, marina] = [await aCompany(), await aProfessional()];
  const said = await serra.wire.rpc("send_message", {
    client_id: crypto.randomUUID(),
    to_id: marina.id,
    content: "Quando pode começar?",
  });
  expect(said.error).toBeNull();
  const page = await openAs(
    browser,
    marina,
    `/dashboard/mensagens/${serra.id}`,
    { serviceWorkers: "allow" },
  );
  const context: BrowserContext = page.context();
  await expect(
    page.getByRole("log").getByText("Quando pode começar?"),
  ).toBeVisible();
  await isReady(page);
  await expect
    .poll(async () => (await kept(page)).seen, BACK)
    .toBeGreaterThan(3);

  await context.setOffline(true);
  await write(page, "Na segunda-feira.");
  await attach(page, "peças.txt");
  await write(page, "Levo as peças.");
  await page.reload();
  await expect(bar(page)).toBeVisible();
  await expect(
    page.getByRole("log").getByText("Quando pode começar?"),
  ).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Conversas" }).getByText(serra.name),
  ).toBeVisible();
  await expect(waiting(page)).toHaveCount(2);
  await expect(page.getByRole("log").getByText("peças.txt")).toBeVisible();

  const second = await context.newPage();
  await second.goto(`${url()}/dashboard/mensagens/${serra.id}`);
  await expect(waiting(second)).toHaveCount(2);
  await context.setOffline(false);
  for (const tab of [page, second]) {
    await expect(waiting(tab)).toHaveCount(0, BACK);
    await expect(tab.getByRole("log").getByRole("listitem")).toContainText([
      "Quando pode começar?",
      "Na segunda-feira.",
      "Levo as peças.",
    ]);
    await expect(bar(tab)).toBeHidden(BACK);
  }
  const stored = await serra.wire
    .from("messages")
    .select("content, files:message_files(name, bytes)")
    .eq("from_id", marina.id)
    .order("timestamp");
  expect(stored.data).toEqual([
    { content: "Na segunda-feira.", files: [] },
    { content: "Levo as peças.", files: [{ name: "peças.txt", bytes: 16 }] },
  ]);
  const { data: files } = await marina.wire.storage
    .from("messages")
    .list(marina.id);
  expect(files).toHaveLength(1);
  expect(await draftFiles(page)).toBe(0);

  const sessions = async () =>
    (await marina.wire.rpc("list_sessions")).data.length;
  const before = await sessions();
  await second.close();
  await context.setOffline(true);
  await attach(page, "sobra.txt");
  await page.reload();
  await expect(page.getByText("sobra.txt")).toBeVisible();
  await page
    .getByRole("complementary")
    .getByRole("button", { name: "Sair" })
    .click();
  await notice(page, "Você saiu deste dispositivo");
  expect(await kept(page)).toEqual({ seen: 0, hasFrame: true });
  expect(await draftFiles(page)).toBe(0);
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) =>
        /^(sb-|automacao-rascunho)/.test(key),
      ),
    ),
  ).toEqual([]);
  await context.setOffline(false);
  // The server is told when it is back: the session is nobody's any more.
  await expect.poll(sessions, BACK).toBe(before - 1);
});
