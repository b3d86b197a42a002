package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"strconv"
	text "text/template"

	"automacao/internal/kernel/route"
)

//go:embed templates
var files embed.FS

var (
	htmlLayout = html.Must(html.ParseFS(files, "templates/letter.html"))
	textLayout = text.Must(text.ParseFS(files, "templates/letter.txt"))
)

// Content is the content of a letter: paragraphs, optionally a code and items, at most one action,
// and why the reader receives it.
type Content struct {
	Subject    string
	Paragraphs []string
	Code       string
	Items      []Item
	Action     *Action
	Why        string
	// Preferences is the address where readers choose what they receive; empty for letters that
	// cannot be declined.
	Preferences string
	// Ending is the link that ends letters of this kind without signing in, if there is one.
	Ending *Action
}

// Item is a line of a list that links to an address.
type Item struct {
	Title string
	Note  string
	Link  string
}

// Action is the one thing to do.
type Action struct {
	Label string
	Link  string
}

// Compose writes a letter as HTML and as plain text.
func Compose(to string, content Content) (Letter, error) {
	var page, plain bytes.Buffer
	if err := htmlLayout.Execute(&page, content); err != nil {
		return Letter{}, fmt.Errorf("write letter: %w", err)
	}
	if err := textLayout.Execute(&plain, content); err != nil {
		return Letter{}, fmt.Errorf("write letter: %w", err)
	}
	return Letter{To: to, Subject: content.Subject, HTML: page.String(), Text: plain.String()}, nil
}

const becauseAsked = "Você recebe este e-mail porque este endereço foi informado na Automação - Indústria. Se não foi você, ignore-o: nada muda na sua conta."

// magicLink is the kind of the letter for signing in, by its link or its code.
const magicLink = "magiclink"

// authLetters are the letters that verify an address, by the kind's name in the sign-in protocol.
var authLetters = map[string]Content{
	"confirmation": {
		Subject: "Confirme o seu e-mail", Paragraphs: []string{"Falta um passo para usar a sua conta: confirmar que este endereço é seu."},
		Action: &Action{Label: "Confirmar e-mail"},
	},
	"invite": {
		Subject: "Você foi convidado", Paragraphs: []string{"Uma conta foi criada para este endereço. Use o endereço abaixo para entrar pela primeira vez."},
		Action: &Action{Label: "Aceitar convite"},
	},
	"recovery": {
		Subject: "Crie uma nova senha", Paragraphs: []string{"Recebemos um pedido para trocar a senha da sua conta. O endereço abaixo vale por uma hora e uma única vez."},
		Action: &Action{Label: "Criar nova senha"},
	},
	magicLink: {
		Subject: "Seu acesso sem senha", Paragraphs: []string{"Para entrar, digite este código na página em que você o pediu ou use o endereço abaixo. Os dois valem por uma hora, uma única vez.", "Não passe o código a ninguém: quem o tem entra na sua conta."},
		Action: &Action{Label: "Entrar"},
	},
	"email_change": {
		Subject: "Confirme a troca de e-mail", Paragraphs: []string{"Confirme que a sua conta passa a usar este endereço.", "A troca vale quando os dois endereços confirmarem: este e o atual."},
		Action: &Action{Label: "Confirmar troca"},
	},
	"email_change_current": {
		Subject: "Autorize a troca do e-mail da sua conta", Paragraphs: []string{"Pediram que a sua conta passe a usar outro endereço de e-mail. A troca vale quando este endereço e o novo confirmarem.", "Se não foi você, não confirme: crie uma nova senha agora e encerre as outras sessões em Configurações."},
		Action: &Action{Label: "Autorizar troca"},
	},
	"address_taken": {
		Subject: "Este e-mail já tem uma conta", Paragraphs: []string{"Alguém pediu para usar este endereço em outra conta, o que não é possível: ele já é da sua. Nada mudou."},
	},
	"reauthentication": {
		Subject: "Seu código de confirmação", Paragraphs: []string{"Digite este código para confirmar que é você:"},
	},
	"password_changed": {
		Subject: "Sua senha foi alterada", Paragraphs: []string{"A senha da sua conta acaba de ser alterada.", "Se não foi você, crie uma nova senha agora e encerre as outras sessões em Configurações."},
	},
	"factor_added": {
		Subject: "Verificação em duas etapas ativada", Paragraphs: []string{"A partir de agora, além da senha, a sua conta pede a segunda etapa que você acaba de cadastrar.", "Se não foi você, crie uma nova senha agora e fale conosco respondendo a este e-mail."},
	},
	"passkey_added": {
		Subject: "Chave de acesso adicionada", Paragraphs: []string{"Uma chave de acesso acaba de ser adicionada à sua conta. Ela entra sozinha, sem a senha, e a senha passa a pedir uma segunda etapa.", "Se não foi você, remova a chave em Configurações, crie uma nova senha e encerre as outras sessões."},
	},
	"factor_removed": {
		Subject: "Verificação em duas etapas alterada", Paragraphs: []string{"Uma das segundas etapas de acesso da sua conta acaba de ser removida.", "Se não foi você, crie uma nova senha agora e encerre as outras sessões em Configurações."},
	},
	"recovery_code_used": {
		Subject: "Um código de recuperação foi usado", Paragraphs: []string{"Alguém entrou na sua conta com a senha e um dos seus códigos de recuperação. Cada código vale uma única vez.", "Se não foi você, crie uma nova senha agora, encerre as outras sessões e gere novos códigos em Configurações."},
	},
	"email_changed": {
		Subject: "O e-mail da sua conta foi alterado", Paragraphs: []string{"A sua conta passou a usar outro endereço. Se não foi você, responda a este e-mail."},
	},
}

// Auth returns a letter of the sign-in protocol. It is sent regardless of the reader's preferences,
// because it answers an action with this address.
func Auth(kind, to, link, code string) (Letter, error) {
	content, known := authLetters[kind]
	if !known {
		return Letter{}, fmt.Errorf("there is no letter of kind %q", kind)
	}
	content.Why = becauseAsked
	if content.Action != nil {
		content.Action = &Action{Label: content.Action.Label, Link: link}
	}
	if content.Action == nil || kind == magicLink {
		content.Code = code
	}
	return Compose(to, content)
}

// InvitationTo asks somebody to join an organisation's team. Link holds the secret that lets them
// join.
type InvitationTo struct {
	Email        string
	Organisation string
	Inviter      string
	Role         string
	Link         string
	GoodForDays  int
}

// Invitation returns the letter that carries an invitation. It is sent regardless of the reader's
// preferences, because they may have none yet.
func Invitation(in InvitationTo) (Letter, error) {
	return Compose(in.Email, Content{
		Subject: "Convite para a equipe de " + in.Organisation,
		Paragraphs: []string{
			in.Inviter + " convidou você para a equipe de " + in.Organisation + " na Automação - Indústria. Papel: " + in.Role + ".",
			"O convite vale por " + strconv.Itoa(in.GoodForDays) + " dias e só para este endereço de e-mail.",
		},
		Action: &Action{Label: "Aceitar o convite", Link: in.Link},
		Why:    "Você recebe este e-mail porque este endereço foi convidado. Se não conhece quem convidou, ignore-o: nada acontece sem a sua resposta.",
	})
}

// News is a notification as a letter. URL is the product's address, Link an address within it.
type News struct {
	To    string
	Kind  string
	Title string
	Body  string
	URL   string
	Link  string
}

var newsActions = map[string]string{
	"message": "Abrir a conversa", "proposal": "Ver propostas", "decision": "Ver minhas propostas", "contract": "Abrir o projeto",
	"review": "Ler a avaliação", "report": "Abrir", "account": "Abrir", "organisation": "Abrir", "question": "Ver a pergunta",
	"invitation": "Responder ao convite",
}

const becauseMember = "Você recebe este e-mail porque tem uma conta na Automação - Indústria e ainda não leu esta notificação."

// Notice returns a letter about something that happened and that the reader has not seen yet.
func Notice(news News) (Letter, error) {
	content := Content{
		Subject: news.Title, Action: &Action{Label: newsActions[news.Kind], Link: news.URL + news.Link},
		Why: becauseMember, Preferences: news.URL + preferencesPath,
	}
	if news.Body != "" {
		content.Paragraphs = []string{news.Body}
	}
	return Compose(news.To, content)
}

const preferencesPath = route.Settings + "?aba=notificacoes"

// Digest returns the weekly newsletter. The address unsubscribe takes its reader off the list.
func Digest(to, name, url, unsubscribe string, items []Item) (Letter, error) {
	letter, err := Compose(to, Content{
		Subject:    "A semana na Automação - Indústria",
		Paragraphs: []string{"Olá, " + name + "! Separamos o que entrou de novo e combina com você."},
		Items:      items, Action: &Action{Label: "Ver tudo", Link: url + route.Projects},
		Why:         "Você recebe este e-mail às segundas porque ligou a newsletter semanal.",
		Preferences: url + preferencesPath,
	})
	letter.Unsubscribe = unsubscribe
	return letter, err
}

// Results is the letter about what saved searches found. Subject says how much, More links to the
// directory or to the list of searches. Ending is the address that ends it, EndsAll whether that ends
// all searches of the reader.
type Results struct {
	To      string
	Name    string
	Subject string
	Items   []Item
	More    Action
	URL     string
	Ending  string
	EndsAll bool
}

// Alert returns the letter of results.
func Alert(results Results) (Letter, error) {
	ending := "Encerrar os avisos desta busca"
	if results.EndsAll {
		ending = "Encerrar os avisos de todas as buscas"
	}
	letter, err := Compose(results.To, Content{
		Subject:    results.Subject,
		Paragraphs: []string{"Olá, " + results.Name + "! Isto chegou e combina com o que você procura."},
		Items:      results.Items, Action: &results.More,
		Why:         "Você recebe este e-mail porque salvou uma busca na Automação - Indústria.",
		Preferences: results.URL + preferencesPath,
		Ending:      &Action{Label: ending, Link: results.Ending},
	})
	letter.Unsubscribe = results.Ending
	return letter, err
}
