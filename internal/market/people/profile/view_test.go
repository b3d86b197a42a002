package profile_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/profile"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestAVisitorCountsOnceADay(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, serra := s.Member("professional", "Marina Alves"), s.Member("company", "Serra Azul")
	admin, bruno := s.Member("admin", "Administração"), s.Member("professional", "Bruno Lima")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, bruno)
	rui := s.Colleague(serra, "reader", "Rui Castro")
	// 22:30 in São Paulo is already the next day in UTC.
	clock := time.Date(2026, 11, 21, 1, 30, 0, 0, time.UTC)
	view := profile.View(market.NewVisitors("secret"), func() time.Time { return clock })
	visit := func(who caller.Caller, whom uuid.UUID) bool {
		t.Helper()
		var got profile.Counted
		err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) (err error) {
			got, err = view(caller.NewContext(context.Background(), who), tx, profile.Reference{ProfileID: whom})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return got.Counted
	}
	member := func(id uuid.UUID) caller.Caller { return caller.Caller{Role: "authenticated", UserID: id} }
	stranger := caller.Caller{Role: "anon", IP: "203.0.113.7", UserAgent: "Firefox"}
	robot := caller.Caller{Role: "anon", IP: "203.0.113.8", UserAgent: "Googlebot/2.1"}

	for _, c := range []struct {
		fact string
		who  caller.Caller
		whom uuid.UUID
		want bool
	}{
		{"AMemberIsCounted", member(serra), marina, true},
		{"TheSameMemberIsNotCountedAgain", member(serra), marina, false},
		{"AStrangerIsCounted", stranger, marina, true},
		{"TheSameStrangerIsNotCountedAgain", stranger, marina, false},
		{"AnotherBrowserIsAnotherStranger", caller.Caller{Role: "anon", IP: "203.0.113.7", UserAgent: "Chrome"}, marina, true},
		{"TheOwnerIsNotCounted", member(marina), marina, false},
		{"NorIsAMemberOfTheParty", member(rui), serra, false},
		{"AColleagueIsNoParty", stranger, rui, false},
		{"AMemberOfAnotherPartyIsCounted", member(rui), marina, true},
		{"ARobotIsNotCounted", robot, marina, false},
		{"ABlockedProfileIsNotCounted", stranger, bruno, false},
		{"AnAdministratorsProfileIsNotCounted", stranger, admin, false},
		{"AMissingProfileIsNotCounted", stranger, uuid.New(), false},
	} {
		if got := visit(c.who, c.whom); got != c.want {
			t.Errorf("%s: %v", c.fact, got)
		}
	}
	clock = clock.Add(2 * time.Hour)
	if !visit(stranger, marina) {
		t.Error("the stranger is not counted on the next day")
	}
	if views := s.Text(`SELECT profile_views::text FROM public.profiles WHERE id = $1`, marina); views != "5" {
		t.Errorf("there are %s views", views)
	}
	if days := s.Text(`SELECT string_agg(viewed_on || ': ' || views, ', ' ORDER BY viewed_on) FROM public.profile_view_days WHERE profile_id = $1`, marina); days != "2026-11-20: 4, 2026-11-21: 1" {
		t.Errorf("the days are %s", days)
	}
}
