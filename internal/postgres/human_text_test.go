package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// notWritten are text columns that hold no free text from users, by what they hold.
var notWritten = map[string][]string{
	"one of some words": {
		"author", "availability", "author", "decline_cause", "frequency", "levels", "modes", "differences", "audience", "experience_level", "from_status", "to_status", "action", "kind", "label", "milestone_status",
		"opened_by", "payee", "purpose", "recorded_side", "result", "role", "settlement", "side", "state", "status", "subject_kind", "tax", "template", "witnessed_as", "work_mode", "work_modes", "changed", "account",
		"area", "key", "slug", "skills", "reports.reason", "axes", "experience", "level", "technology", "technology_levels", "profiles.technologies", "projects.technologies", "saved_searches.technologies", "project_io_lists.format",
	},
	"made by the server or checked as what it is": {
		"access_key", "end_to_end_id", "recorded_name", "witnessed_name", "actor_name", "address", "auth_secret", "avatar_seed", "avatar_url", "banner_url", "body", "br_code", "business_key", "city_key", "details", "detail", "document", "email",
		"endpoint", "evidence", "excerpt", "group_key", "image_urls", "institution", "key_end", "last_content", "media_type", "memo", "new_document", "old_document", "onboarding_url", "p256dh",
		"path", "provider_document", "receivers.reason", "payouts.reason", "reference", "scope", "sha256", "subject_id", "subject_label", "taker_document", "termination_settlement", "terms",
		"terms_version", "thread", "txid", "url", "user_agent", "words", "notifications.title", "receipt", "withholdings.law", "fee_receipts.issuer", "by_kind", "changes", "query", "anchors",
	},
	"a copy of what was written elsewhere": {"project_revisions.title", "project_revisions.description", "project_revisions.category", "project_revisions.budget", "project_revisions.deadline", "project_revisions.city", "project_revisions.technologies", "dispute_entries.author_name"},
	"a list that the operator keeps":       {"municipalities.name", "municipalities.state", "skills.name", "skills.label", "technologies.name", "technologies.vendor", "technologies.family", "technologies.aliases", "project_models.fields", "project_models.texts"},
}

const columnsOfTexts = `
	SELECT c.relname || '.' || a.attname, coalesce((
	  SELECT one FROM pg_trigger t, unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) AS one
	  WHERE t.tgrelid = c.oid AND t.tgname = 'a_human_text' AND split_part(one, ':', 1) = a.attname), '') AS argument
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
	  AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype) ORDER BY 1`

type textColumn struct{ Name, Argument string }

func columnsWithTexts(t *testing.T, db *dbtest.Database) []textColumn {
	t.Helper()
	rows, _ := db.Owner.Query(t.Context(), columnsOfTexts)
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[textColumn])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestEveryTextThatPeopleWriteFollowsTheRule checks that every text column either has the trigger
// for free text or is listed in notWritten, so that a new column must be one or the other.
func TestEveryTextThatPeopleWriteFollowsTheRule(t *testing.T) {
	t.Parallel()
	db := stage(t)
	tried := 0
	for _, column := range columnsWithTexts(t, db) {
		table, name, _ := strings.Cut(column.Name, ".")
		if column.Argument != "" {
			tried += refusesHiddenSigns(t, db, table, name, column.Argument)
			continue
		}
		isKnown := false
		for _, names := range notWritten {
			isKnown = isKnown || slices.Contains(names, name) || slices.Contains(names, column.Name)
		}
		if !isKnown {
			t.Errorf("%s: add it to the trigger a_human_text of its table, or say in notWritten what it holds", column.Name)
		}
	}
	if tried < 25 {
		t.Errorf("only %d columns had a row to try", tried)
	}
}

// refusesHiddenSigns updates rows as the table's owner, which no policy hinders.
func refusesHiddenSigns(t *testing.T, db *dbtest.Database, table, name, argument string) (tried int) {
	t.Helper()
	for sign, want := range map[string]string{"a\u202e": "text_has_hidden_signs", "\u200b": "text_invisible"} {
		var value any = sign
		switch {
		case strings.HasSuffix(argument, ":list"):
			value = []string{sign}
		case strings.HasSuffix(argument, ":plan"):
			value = []map[string]string{{"title": sign}}
		}
		tag, err := db.Owner.Exec(t.Context(), `UPDATE public.`+table+` SET `+name+` = $1 WHERE ctid = (SELECT ctid FROM public.`+table+` LIMIT 1)`, value)
		if err == nil && tag.RowsAffected() == 0 {
			return 0
		}
		if got := outcome(tag, err); got != want {
			t.Errorf("%s.%s takes %+q: %q, want %q", table, name, sign, got, want)
		}
	}
	return 1
}

// TestATextOfBeforeStaysUntilItIsWrittenAnew checks that an older text is kept while other columns
// of its row change.
func TestATextOfBeforeStaysUntilItIsWrittenAnew(t *testing.T) {
	t.Parallel()
	db := stage(t)
	fixture(t, db.Owner, `ALTER TABLE public.profiles DISABLE TRIGGER a_human_text`)
	fixture(t, db.Owner, `UPDATE public.profiles SET name = E'Marina\t\u202eAlves' WHERE id = $1`, marina)
	fixture(t, db.Owner, `ALTER TABLE public.profiles ENABLE TRIGGER a_human_text`)
	fixture(t, db.Owner, `UPDATE public.profiles SET headline = 'CLP' WHERE id = $1`, marina)
	fixture(t, db.Owner, `UPDATE public.profiles SET name = E' Marina\t Alve\u0301s ' WHERE id = $1`, marina)
	if got := textOf(t, db.Owner, `SELECT name FROM public.profiles WHERE headline = 'CLP'`); got != "Marina Alv\u00e9s" {
		t.Errorf("the name is %+q", got)
	}
}
