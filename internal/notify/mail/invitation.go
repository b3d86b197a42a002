package mail

import "strconv"

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
