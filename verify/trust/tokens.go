package main

var tokens = []check{
	{ID: "E1", Title: "hostile tokens at the doors of every protocol", Limit: "refused by every protocol", Run: both(proof(
		in("internal/wire/token", "TestHostileTokens", "TestAsymmetricKeySets", "TestKeyNamesMustAgree")), hostileTokens)},
	{ID: "E2", Title: "50 tabs refresh at once; an old refresh token is used again", Limit: "one lineage; then the whole family is dead", Run: proof(
		in("internal/wire/auth/session", "TestFiftyTabsRefreshAtOnce", "TestReuseKillsTheWholeFamily", "TestReuseRacesWithItsVictim", "TestRefreshRotates"))},
	{ID: "E3", Title: "200 sign-ins at once", Limit: "argon2id; overflow 429; memory < +200 MB; others answered, p99 < 300 ms", FullOnly: true, Run: onDemo(behindProxy, manySignIns)},
	{ID: "E4", Title: "passwords", Limit: "the configured length and more (6 as specified), 128 taken whole, common ones refused", Run: proof(
		in("internal/wire/auth/signin", "TestSignupRefusals", "TestLongPasswordIsTakenWhole", "TestComposedAndDecomposedAccentsAreOnePassword"))},
	{ID: "E5", Title: "wrong passwords at known and unknown addresses; mails asked for", Limit: "the same answer; |t| < 4.5 of the times", FullOnly: true, Run: both(proof(
		in("internal/wire/auth/signin", "TestWrongPasswordAndUnknownAddressLookAlike", "TestConfirmedSignupTellsNothingOfTheAddress"), in("internal/wire/auth/message", "TestMailRequestsTellNothing", "TestMailAnswersTakeTheSameLeastTime")), signInTimes)},
	{ID: "E6", Title: "guesses at one account", Limit: "counted exactly; the owner gets in", Run: proof(
		in("internal/wire/auth/signin", "TestEleventhFailureIsRefused", "TestParallelFailuresAreCountedExactly", "TestGuessesFromEverywhereAreBounded", "TestAddressesShareNoRate"))},
	{ID: "E7", Title: "links in mails", Limit: "once, by a button; to our own address whatever the headers say", Run: proof(
		in("internal/wire/auth/message", "TestALinkIsUsedByAButtonOnly", "TestLinksLeadHomeWithASession", "TestLinksExpire", "TestCodesDieOfWrongGuessesAndOfAge", "TestCodesWorkOnce"), in("internal/wire/auth/redirect", "TestRedirectsStayAtHome"))},
	{ID: "E8", Title: "PKCE", Limit: "S256 alone, verified, once", Run: proof(in("internal/wire/auth/external", "TestPKCE"))},
	{ID: "E9", Title: "sign-in by another's identity", Limit: "pinned issuer and audience; forged and replayed ones refused", Run: proof(
		in("internal/wire/auth/external", "TestForgedIDTokensAreRefused", "TestIDTokensThatAreNotBelieved", "TestStatesOfProvidersWorkOnce"), in("internal/wire/auth/core", "TestFederationIsReadStrictly"))},
	{ID: "E10", Title: "signing out here, elsewhere, everywhere; changing password or address", Limit: "the dead session is refused; the present password is asked for", Run: proof(
		in("internal/wire/auth/session", "TestLogoutScopes"), in("internal/wire/auth/account", "TestPasswordChangeNeedsTheCurrentOne", "TestResettingAForgottenPasswordEndsTheOtherSessions"),
		in("verify/acceptance", "TestAnEndedSessionOpensNothing"))},
	{ID: "E11", Title: "a member lists and ends their sessions", Limit: "ended at once; idle and absolute limits", Run: proof(
		in("internal/wire/auth/account", "TestUsersListAndEndTheirSessions"), in("internal/wire/auth/session", "TestSessionLimits"))},
	{ID: "E12", Title: "second factors", Limit: "once, 5 wrong tries lock", Run: proof(
		in("internal/wire/auth/factor", "TestFactorCodesWorkOnce", "TestChallengeRefusals", "TestSecondFactorLiftsTheSession"))},
	{ID: "E13", Title: "X-Forwarded-For of somebody who is no proxy", Limit: "believed of trusted proxies alone", Run: proof(in("verify/acceptance", "TestAnAddressIsBelieved"))},
}
