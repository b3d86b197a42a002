// From a proposal to a rating, and every other way a proposal or a project can end.
import { expect, test } from "@playwright/test";
import { url } from "../cast.ts";
import {
  aCompany,
  aProfessional,
  aProject,
  aProposal,
  closePages,
  notice,
  openAs,
  openPage,
} from "../people.ts";

test.afterEach(closePages);

test("empresa aceita uma proposta, os dois concluem e se avaliam; a nota espera para aparecer", async ({
  browser,
}) => {
  const [serra, marina, rafael] = await Promise.all([
    aCompany(),
    aProfessional(),
    aProfessional(),
  ]);
  const project = await aProject(serra, "Retrofit da envasadora");
  await aProposal(marina, project, 48500);
  const declined = await aProposal(rafael, project, 52000);
  const buyer = await openAs(browser, serra);
  const engineer = await openAs(browser, marina);

  await engineer.goto(`${url()}/dashboard/propostas`);
  await expect(engineer.getByText("Pendente", { exact: true })).toBeVisible();
  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`);
  const chosen = buyer
    .getByRole("listitem")
    .filter({ hasText: "R$ 48.500,00" });
  await chosen.getByRole("button", { name: "Aceitar proposta" }).click();
  await buyer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Aceitar proposta" })
    .click();
  await notice(buyer, "Proposta aceita!");
  await expect(buyer.getByRole("list", { name: "Andamento" })).toBeVisible();
  await expect(buyer.getByText("Recusada", { exact: true })).toBeVisible();
  const { data: told } = await rafael.wire
    .from("proposals")
    .select("status, decline_reason")
    .eq("id", declined)
    .single();
  expect(told).toMatchObject({
    status: "declined",
    decline_reason: expect.stringContaining("escolheu outra proposta"),
  });

  // The professional sees it without reloading.
  await expect(engineer.getByText("Aceita", { exact: true })).toBeVisible();
  await engineer.getByRole("button", { name: "Marcar como entregue" }).click();
  await engineer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Marcar como entregue" })
    .click();
  await notice(engineer, "Entrega marcada!");
  await buyer.getByRole("button", { name: "Concluir projeto" }).click();
  await buyer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Concluir projeto" })
    .click();
  await notice(buyer, "Projeto concluído!");

  await buyer.getByRole("button", { name: "Avaliar" }).click();
  await buyer
    .getByRole("dialog")
    .getByRole("button", { name: "Enviar avaliação" })
    .click();
  await expect(
    buyer.getByText("Escolha de uma a cinco estrelas"),
  ).toBeVisible();
  await buyer
    .getByRole("radio", { name: "4 estrelas: Bom" })
    .check({ force: true });
  await buyer.getByLabel("Comentário").fill("Entregou antes da parada.");
  await buyer
    .getByRole("dialog")
    .getByRole("button", { name: "Enviar avaliação" })
    .click();
  await notice(buyer, "Avaliação enviada!");

  // Hidden until both are in and had time to cool.
  const hidden = await marina.wire
    .from("reviews")
    .select("id")
    .eq("subject_id", marina.id);
  expect(hidden.data).toEqual([]);
  await engineer.goto(`${url()}/dashboard/avaliacoes`);
  await engineer.getByRole("button", { name: "Avaliar" }).click();
  await engineer
    .getByRole("radio", { name: "5 estrelas: Excelente" })
    .check({ force: true });
  await engineer
    .getByLabel("Comentário")
    .fill("Escopo claro e pagamento em dia.");
  await engineer
    .getByRole("dialog")
    .getByRole("button", { name: "Enviar avaliação" })
    .click();
  await expect(engineer.getByText(/^Oculta até/)).toBeVisible();
  const { data: mine } = await marina.wire
    .from("profiles")
    .select("rating, contracts_completed, counterparts")
    .eq("id", marina.id)
    .single();
  expect(mine).toEqual({
    rating: null,
    contracts_completed: 1,
    counterparts: 1,
  });

  const visitor = await openPage(browser);
  await visitor.goto(`${url()}/encontrar-profissional/${marina.id}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visitor.getByText("Entregou antes da parada.")).toBeHidden();
});

test("uma proposta pode ser recusada com motivo ou retirada e enviada de novo", async ({
  browser,
}) => {
  const [serra, marina, rafael] = await Promise.all([
    aCompany(),
    aProfessional(),
    aProfessional(),
  ]);
  const project = await aProject(serra, "Calibração de instrumentos");
  await aProposal(marina, project, 9000);
  await aProposal(rafael, project, 12000);
  const buyer = await openAs(browser, serra);
  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`);
  await buyer
    .getByRole("listitem")
    .filter({ hasText: "R$ 12.000,00" })
    .getByRole("button", { name: "Recusar" })
    .click();
  await buyer
    .getByRole("dialog")
    .getByRole("button", { name: "Recusar proposta" })
    .click();
  await expect(buyer.getByText("Escreva o motivo da recusa.")).toBeVisible();
  await buyer
    .getByRole("button", { name: "O valor está acima do orçamento." })
    .click();
  await buyer
    .getByRole("dialog")
    .getByRole("button", { name: "Recusar proposta" })
    .click();
  await notice(buyer, "Proposta recusada");
  const { data } = await rafael.wire
    .from("proposals")
    .select("status, decline_reason")
    .single();
  expect(data).toEqual({
    status: "declined",
    decline_reason: "O valor está acima do orçamento.",
  });

  const engineer = await openAs(browser, marina);
  await engineer.goto(`${url()}/dashboard/propostas`);
  await engineer.getByRole("button", { name: "Retirar" }).click();
  await engineer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Retirar proposta" })
    .click();
  await notice(engineer, "Proposta retirada");
  await engineer.getByRole("button", { name: /Retiradas/ }).click();
  await expect(engineer).toHaveURL(/situacao=withdrawn/);
  await expect(
    engineer.getByRole("link", { name: "Calibração de instrumentos" }),
  ).toBeVisible();
  await aProposal(marina, project, 8500);
});

test("um projeto com propostas não pode ser excluído, só encerrado; quem propôs fica sabendo", async ({
  browser,
}) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()]);
  const answered = await aProject(serra, "Projeto respondido");
  await aProject(serra, "Projeto sem resposta");
  await aProposal(marina, answered, 7000);
  const buyer = await openAs(browser, serra);
  await buyer.goto(`${url()}/dashboard/projetos/gerenciar`);
  await buyer
    .getByRole("button", { name: "Excluir Projeto respondido" })
    .click();
  await buyer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Excluir projeto" })
    .click();
  await notice(
    buyer,
    "Este projeto já recebeu propostas e não pode ser excluído. Você pode encerrá-lo.",
  );
  await buyer
    .getByRole("button", { name: "Excluir Projeto sem resposta" })
    .click();
  await buyer
    .getByRole("alertdialog")
    .getByRole("button", { name: "Excluir projeto" })
    .click();
  await expect(
    buyer.getByRole("link", { name: "Projeto sem resposta" }),
  ).toBeHidden();
  await buyer
    .getByRole("button", { name: "Encerrar Projeto respondido" })
    .click();
  await buyer.getByLabel("Motivo").fill("Verba adiada.");
  await buyer.getByRole("button", { name: "Encerrar projeto" }).click();
  await notice(buyer, "Projeto encerrado");
  const { data } = await marina.wire
    .from("notifications")
    .select("title, body")
    .eq("kind", "decision")
    .single();
  expect(data).toMatchObject({
    title: "Projeto encerrado: Projeto respondido",
    body: expect.stringContaining("Verba adiada."),
  });
  const refused = await marina.wire
    .from("proposals")
    .insert({
      project_id: answered,
      professional_id: marina.id,
      value: 1,
      cover_letter: "De novo",
      status: "pending",
    });
  expect(refused.error?.code).toBe("project_not_open");
});
