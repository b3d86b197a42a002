package standalone

import (
	"bytes"
	"context"
	"fmt"
	"html/template"

	"github.com/jackc/pgx/v5"

	"automacao/internal/notify/mail"
	"automacao/internal/notify/queue"
	"automacao/internal/wire/auth/core"
)

// text is the text of a mail; it names no product, since the server may serve any app.
type text struct{ subject, says, label string }

var letters = map[core.MailKind]text{
	core.MailConfirmation:       {"Confirm your e-mail address", "Follow this link to confirm your address:", "Confirm"},
	core.MailRecovery:           {"Reset your password", "Follow this link to choose a new password:", "Reset password"},
	core.MailMagicLink:          {"Your sign-in link", "Follow this link to sign in:", "Sign in"},
	core.MailInvite:             {"You were invited", "Somebody made an account for you. Follow this link to accept it:", "Accept"},
	core.MailEmailChange:        {"Confirm your new e-mail address", "Follow this link to confirm that your account uses this address from now on:", "Confirm"},
	core.MailEmailChangeCurrent: {"Confirm the change of your e-mail address", "Somebody asked that your account use another address. Follow this link to agree:", "Agree"},
	core.MailAddressTaken:       {"This address has an account", "Somebody asked to use this address for another account. It has one already, and nothing changed.", ""},
	core.MailReauthentication:   {"Your confirmation code", "Type this code to confirm that it is you:", ""},
	core.MailPasswordChanged:    {"Your password was changed", "The password of your account was changed. If that was not you, reset it now.", ""},
	core.MailEmailChanged:       {"Your e-mail address was changed", "Your account uses another address from now on.", ""},
	core.MailFactorAdded:        {"A second factor was added", "A second factor was added to your account. If that was not you, reset your password now.", ""},
	core.MailPasskeyAdded:       {"A passkey was added", "A passkey was added to your account. If that was not you, reset your password now.", ""},
	core.MailFactorRemoved:      {"A second factor was removed", "A second factor was removed from your account. If that was not you, reset your password now.", ""},
	core.MailRecoveryCodeUsed:   {"A recovery code was used", "Somebody signed in to your account with a recovery code. If that was not you, reset your password now.", ""},
}

var page = template.Must(template.New("letter").Parse(`<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">` +
	`<h2>{{.Subject}}</h2><p>{{.Says}}</p>{{if .Link}}<p><a href="{{.Link}}">{{.Label}}</a></p>{{end}}` +
	`{{if .Code}}<p style="font-size:1.5rem;letter-spacing:.2em">{{.Code}}</p>{{end}}</body></html>`))

// letter writes one mail of the sign-in protocol. Besides a link it contains the equivalent code,
// for apps that ask for the code.
func letter(kind core.MailKind, to, link, code string) (mail.Letter, error) {
	says, known := letters[kind]
	if !known {
		return mail.Letter{}, fmt.Errorf("unknown kind of mail %q", kind)
	}
	if says.label == "" {
		link = ""
	}
	var document bytes.Buffer
	err := page.Execute(&document, map[string]string{"Subject": says.subject, "Says": says.says, "Link": link, "Label": says.label, "Code": code})
	if err != nil {
		return mail.Letter{}, fmt.Errorf("write a mail: %w", err)
	}
	plain := says.says + "\n"
	for _, line := range []string{link, code} {
		if line != "" {
			plain += "\n" + line + "\n"
		}
	}
	return mail.Letter{To: to, Subject: says.subject, Text: plain, HTML: document.String()}, nil
}

// postman sends mails through the queue.
type postman struct{ server *Server }

// Send enqueues a mail in the caller's transaction.
func (p postman) Send(ctx context.Context, tx pgx.Tx, kind core.MailKind, to, link, code string) error {
	written, err := letter(kind, to, link, code)
	if err != nil {
		return err
	}
	return queue.Post(ctx, p.server.queue, tx, written)
}
