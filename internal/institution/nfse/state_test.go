package nfse_test

import (
	"strings"
	"testing"

	"automacao/internal/institution/nfse"
)

// São Paulo's own layout.
const paulista = `<RetornoConsulta xmlns="http://www.prefeitura.sp.gov.br/nfe"><Cabecalho Versao="1"><Sucesso>true</Sucesso></Cabecalho><NFe xmlns="">
  <ChaveNFe><InscricaoPrestador>39616924</InscricaoPrestador><NumeroNFe>42</NumeroNFe><CodigoVerificacao>ABCD1234</CodigoVerificacao></ChaveNFe>
  <DataEmissaoNFe>2026-11-21T10:00:00</DataEmissaoNFe><CPFCNPJPrestador><CNPJ>11222333000181</CNPJ></CPFCNPJPrestador><StatusNFe>N</StatusNFe>
  <ValorServicos>1000.5</ValorServicos><ValorISS>50.03</ValorISS><CPFCNPJTomador><CNPJ>12ABC34501DE35</CNPJ></CPFCNPJTomador></NFe></RetornoConsulta>`

// TestWhatAnInvoiceIsWorth tests the table of testdata/README.md, row by row.
func TestWhatAnInvoiceIsWorth(t *testing.T) {
	t.Parallel()
	beside := func(text string) string { return strings.Replace(older, "</Nfse>", text+"</Nfse>", 1) }
	within := func(text string) string { return strings.Replace(older, "</InfNfse>", text+"</InfNfse>", 1) }
	nationalWith := func(from, to string) string { return strings.Replace(national, from, to, 1) }
	event := func(codes ...string) string {
		file := "<lote>" + strings.TrimPrefix(national, `<?xml version="1.0" encoding="UTF-8"?>`)
		for _, code := range codes {
			file += "<evento><infEvento><pedRegEvento><infPedReg><" + code + "><xDesc>x</xDesc></" + code + "></infPedReg></pedRegEvento></infEvento></evento>"
		}
		return file + "</lote>"
	}
	paulistaWith := func(from, to string) string { return strings.Replace(paulista, from, to, 1) }
	const noDay = "0001-01-01T00:00:00"
	for _, c := range []struct {
		file   string
		state  nfse.State
		detail string
	}{
		{national, nfse.InForce, ""},
		{nationalWith("<cStat>100", "<cStat>101"), nfse.InForce, ""}, {nationalWith("<cStat>100", "<cStat>102"), nfse.InForce, ""},
		{nationalWith("<cStat>100", "<cStat>103"), nfse.InForce, ""}, {nationalWith("<cStat>100", "<cStat>107"), nfse.InForce, ""}, {nationalWith("<cStat>100</cStat>", ""), nfse.InForce, ""},
		{nationalWith("<cStat>100", "<cStat>999"), nfse.Unknown, "999"},
		{nationalWith("<dhEmi>", "<tpAmb>1</tpAmb><dhEmi>"), nfse.InForce, ""}, {nationalWith("<dhEmi>", "<tpAmb>2</tpAmb><dhEmi>"), nfse.Test, ""},
		{nationalWith("<dhEmi>", "<subst><chSubstda>"+key+"</chSubstda></subst><dhEmi>"), nfse.InForce, ""},
		{event("e101101"), nfse.Cancelled, ""}, {event("e105104"), nfse.Cancelled, ""}, {event("e305101"), nfse.Cancelled, ""}, {event("e105102"), nfse.Substituted, ""},
		{event("e101103"), nfse.Cancelling, ""}, {event("e101103", "e105105"), nfse.Cancelling, ""}, {event("e101103", "e101101"), nfse.Cancelled, ""},
		{event("e203206"), nfse.Rejected, ""}, {event("e202205"), nfse.Rejected, ""}, {event("e204207"), nfse.Rejected, ""}, {event("e203206", "e205208"), nfse.InForce, ""},
		{event("e203202"), nfse.InForce, ""}, {event("e305102"), nfse.InForce, ""}, {event("e305102", "e305103"), nfse.InForce, ""},

		{older, nfse.InForce, ""}, {town, nfse.InForce, ""},
		{beside("<NfseCancelamento/>"), nfse.InForce, ""}, {beside(`<NfseCancelamento xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>`), nfse.InForce, ""},
		{beside("<NfseCancelamento><Confirmacao><DataHora/></Confirmacao></NfseCancelamento>"), nfse.InForce, ""},
		{beside("<NfseCancelamento><Confirmacao><DataHora>" + noDay + "</DataHora></Confirmacao></NfseCancelamento>"), nfse.InForce, ""},
		{beside("<NfseCancelamento><Confirmacao><InfConfirmacaoCancelamento><Sucesso>false</Sucesso><DataHora>2026-11-22T10:00:00</DataHora></InfConfirmacaoCancelamento></Confirmacao></NfseCancelamento>"), nfse.InForce, ""},
		{beside("<NfseCancelamento><Confirmacao><InfConfirmacaoCancelamento><Sucesso>true</Sucesso></InfConfirmacaoCancelamento></Confirmacao></NfseCancelamento>"), nfse.Cancelled, ""},
		{beside("<NfseCancelamento><Confirmacao><Pedido><InfPedidoCancelamento><CodigoCancelamento>1</CodigoCancelamento></InfPedidoCancelamento></Pedido><DataHora>2026-11-22T10:00:00</DataHora></Confirmacao></NfseCancelamento>"), nfse.Cancelled, ""},
		{beside("<NfseCancelamento><Confirmacao><Pedido><InfPedidoCancelamento><CodigoCancelamento>1</CodigoCancelamento></InfPedidoCancelamento></Pedido></Confirmacao></NfseCancelamento>"), nfse.Cancelling, ""},
		{beside("<NfseSubstituicao><SubstituicaoNfse><NfseSubstituidora>8</NfseSubstituidora></SubstituicaoNfse></NfseSubstituicao>"), nfse.Substituted, "8"},
		{beside("<NfseSubstituicao><SubstituicaoNfse><NfseSubstituidora>007</NfseSubstituidora></SubstituicaoNfse></NfseSubstituicao>"), nfse.InForce, ""},
		{beside("<NfseSubstituicao><SubstituicaoNfse><NfseSubstituida>7</NfseSubstituida></SubstituicaoNfse></NfseSubstituicao>"), nfse.Substituted, ""},
		{beside("<NfseSubstituicao/>"), nfse.InForce, ""}, {beside("<NfseSubstituicao><SubstituicaoNfse><NfseSubstituidora/></SubstituicaoNfse></NfseSubstituicao>"), nfse.InForce, ""},
		{within("<NfseSubstituida>6</NfseSubstituida>"), nfse.InForce, ""}, {within("<NfseSubstituidora>8</NfseSubstituidora>"), nfse.Substituted, "8"},
		{within("<StatusNfse>1</StatusNfse>"), nfse.InForce, ""}, {within("<StatusNfse>2</StatusNfse>"), nfse.Cancelled, ""}, {within("<SituacaoNfse>C</SituacaoNfse>"), nfse.Cancelled, ""},
		{within("<Situacao>Substituída</Situacao>"), nfse.Substituted, ""}, {within("<Situacao>X</Situacao>"), nfse.Unknown, "x"}, {within("<tpAmb>2</tpAmb>"), nfse.Test, ""},

		{paulista, nfse.InForce, ""}, {paulistaWith("<StatusNFe>N", "<StatusNFe>C"), nfse.Cancelled, ""}, {paulistaWith("<StatusNFe>N", "<StatusNFe>E"), nfse.Unknown, "E"},
		{paulistaWith("</StatusNFe>", "</StatusNFe><DataCancelamento>2026-11-22T10:00:00</DataCancelamento>"), nfse.Cancelled, ""},
		{paulistaWith("</StatusNFe>", "</StatusNFe><DataCancelamento>"+noDay+"</DataCancelamento>"), nfse.InForce, ""},
	} {
		got, err := nfse.Read(strings.NewReader(c.file))
		if err != nil || got.State != c.state || got.StateDetail != c.detail {
			t.Errorf("state %q (%s), %v, want %q (%s): %s", got.State, got.StateDetail, err, c.state, c.detail, c.file)
		}
	}
}
