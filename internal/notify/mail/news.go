package mail

import "automacao/internal/kernel/route"

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
