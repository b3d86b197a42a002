package main

var tokens = []check{
	later("E1", "hostile tokens", "all 401, no connection used", notYet),
	{ID: "E2", Title: "50 tabs refresh at once; an old refresh token is used again", Limit: "one lineage; then the whole family is dead", Run: proof(
		in("internal/wire/auth", "TestFiftyTabsRefreshAtOnce", "TestReuseKillsTheWholeFamily", "TestReuseRacesWithItsVictim", "TestRefreshRotates"))},
	later("E3", "200 sign-ins at once", "argon2id; overflow refused; others answered", notYet),
	later("E4", "passwords", "8 and more, 64 taken whole, common ones refused", notYet),
	later("E5", "known and unknown addresses", "the same answer in the same time", notYet),
	later("E6", "guesses at one account", "counted exactly; the owner gets in", notYet),
	later("E7", "links in mails", "once; to our own address whatever the headers say", notYet),
	{ID: "E8", Title: "PKCE", Limit: "S256 alone, verified, once", Run: proof(in("internal/wire/auth", "TestPKCE"))},
	later("E9", "sign-in by another's identity", "pinned issuer and audience", "the product has no federated sign-in; id_token and SSO answer that they are not offered"),
	{ID: "E10", Title: "signing out here, elsewhere, everywhere; changing password or address", Limit: "the dead session is refused; the present password is asked for", Run: proof(
		in("internal/wire/auth", "TestLogoutScopes", "TestPasswordChangeNeedsTheCurrentOne", "TestResettingAForgottenPasswordEndsTheOtherSessions"),
		in("internal/app", "TestAnEndedSessionOpensNothing"))},
	{ID: "E11", Title: "a member lists and ends his sessions", Limit: "ended at once; idle and absolute limits", Run: proof(
		in("internal/wire/auth", "TestUsersListAndEndTheirSessions", "TestSessionLimits"))},
	{ID: "E12", Title: "second factors", Limit: "once, 5 wrong tries lock", Run: proof(
		in("internal/wire/auth", "TestFactorCodesWorkOnce", "TestChallengeRefusals", "TestSecondFactorLiftsTheSession"))},
	{ID: "E13", Title: "X-Forwarded-For of somebody who is no proxy", Limit: "believed of trusted proxies alone", Run: proof(in("internal/app", "TestAnAddressIsBelieved"))},
}
