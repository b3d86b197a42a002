package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	filesystem "automacao/internal/files/disk"
	"automacao/internal/notify/mail"
)

// The states of a part of the installation.
const (
	Well    = "ok"
	Doubted = "warning"
	Ill     = "error"
)

// Finding is the state of one part of the installation, with one sentence that says what to mend,
// if anything. It contains no secret.
type Finding struct {
	Part     string `json:"part"`
	State    string `json:"state"`
	Sentence string `json:"sentence"`
}

// doctorPatience bounds the check of one part.
const doctorPatience = 10 * time.Second

// doctor collects findings. It changes nothing.
type doctor struct {
	cfg   Config
	log   *slog.Logger
	found []Finding
}

// Doctor checks the whole installation without starting it. It changes nothing, except that it
// writes one small object to a bucket and removes it.
func Doctor(ctx context.Context, cfg Config, log *slog.Logger) []Finding {
	d := &doctor{cfg: cfg, log: log}
	for _, look := range []func(context.Context){
		d.lookAtDatabase, d.lookAtSecrets, d.lookAtDisk, d.lookAtMail, d.lookAtBucket, d.lookAtScanner, d.lookAtBackups, d.lookAtArchive, d.lookAtAddress, d.lookAtProxies, d.lookAtMetrics, d.lookAtOperator,
	} {
		asking, cancel := context.WithTimeout(ctx, doctorPatience)
		look(asking)
		cancel()
	}
	return d.found
}

func (d *doctor) say(part, state, sentence string, arguments ...any) {
	d.found = append(d.found, Finding{part, state, fmt.Sprintf(sentence, arguments...)})
}

// lookAtSecrets checks that only their owner can read the files with secrets, and that the nodes of
// a shared database are given the same keys.
func (d *doctor) lookAtSecrets(context.Context) {
	before := len(d.found)
	files := []string{d.cfg.secretsPath(), d.cfg.sealKeysPath(), d.cfg.barsKeyPath(), d.cfg.pushKeyPath()}
	if d.cfg.ConfigFile != "" {
		files = append(files, d.cfg.ConfigFile)
	}
	for _, path := range files {
		// The settings file belongs to root, and the service reads it as a member of its group.
		others := os.FileMode(0o077)
		if path == d.cfg.ConfigFile {
			others = 0o037
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&others != 0 {
			d.say("secrets", Ill, "other users of this machine may read %s: run chmod 600 %s", path, path)
		}
	}
	if d.cfg.DatabaseURL != "" {
		var own []string
		for name, isSet := range map[string]bool{
			"AUTOMACAO_JWT_SECRET": d.cfg.JWTSecret != "" || d.cfg.JWKSFile != "", "AUTOMACAO_SEAL_KEYS": d.cfg.SealKeys != "",
			"AUTOMACAO_BARS_KEY": d.cfg.BarsKey != "", "AUTOMACAO_PUSH_KEY": d.cfg.PushKey != "",
		} {
			if !isSet {
				own = append(own, name)
			}
		}
		if len(own) > 0 {
			d.say("secrets", Doubted, "this node keeps keys of its own: on a second one set %s alike", sentenceOf(own))
		}
	}
	if len(d.found) == before {
		d.say("secrets", Well, "nobody else on this machine reads them")
	}
}

// diskWarnBytes is the free space below which an operator is warned.
const diskWarnBytes = 1 << 30

func (d *doctor) lookAtDisk(context.Context) {
	dir := d.cfg.Data
	free, err := filesystem.FreeBytes(dir)
	for ; errors.Is(err, os.ErrNotExist) && filepath.Dir(dir) != dir; free, err = filesystem.FreeBytes(dir) {
		dir = filepath.Dir(dir)
	}
	switch {
	case err != nil:
		d.say("disk", Ill, "the disk of %s cannot be asked: %v", d.cfg.Data, err)
	case free < uint64(d.cfg.DiskReserveMB)<<20: //nolint:gosec // Check has seen that it is positive
		d.say("disk", Ill, "%d MiB are free for %s, less than AUTOMACAO_DISK_RESERVE_MB (%d): nothing new is written until there is room", free>>20, d.cfg.Data, d.cfg.DiskReserveMB)
	case free < diskWarnBytes:
		d.say("disk", Doubted, "%d MiB are free for %s: make room before %d are left", free>>20, d.cfg.Data, d.cfg.DiskReserveMB)
	default:
		d.say("disk", Well, "%d MiB are free for %s", free>>20, d.cfg.Data)
	}
}

func (d *doctor) lookAtMail(ctx context.Context) {
	if d.cfg.SMTPURL == "" {
		d.say("mail", Doubted, "no mail is sent, so that nobody gets back in who forgot a password: set SMTP_URL")
		return
	}
	sender, err := mail.Open(d.cfg.SMTPURL)
	if err == nil {
		err = sender.Reach(ctx)
	}
	if err != nil {
		d.say("mail", Ill, "the mail server of SMTP_URL takes no letters: %v", err)
		return
	}
	d.say("mail", Well, "the mail server answers and lets the server in")
}

func (d *doctor) lookAtOperator(context.Context) {
	switch {
	case d.cfg.Demo:
		d.say("operator", Well, "this is a demonstration")
	case d.cfg.Operator == "" || d.cfg.Officer == "":
		d.say("operator", Doubted, "pages say that nobody is named, which Decreto 7.962/2013 and LGPD art. 41 do not allow: set AUTOMACAO_OPERATOR and AUTOMACAO_OFFICER")
	default:
		d.say("operator", Well, "pages name who operates and who answers for personal data")
	}
}
