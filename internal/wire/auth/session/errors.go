package session

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
	errUserGone        = fault.New(http.StatusForbidden, "user_not_found", "User from sub claim in JWT does not exist")
	errClientSession   = fault.New(http.StatusForbidden, "no_authorization", "An app that the user agreed to may not do this")
	errBannedToken     = fault.New(http.StatusForbidden, "user_banned", "User is banned")
	errBanned          = fault.New(http.StatusBadRequest, "user_banned", "User is banned")
	errRefreshUnknown  = fault.New(http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	errRefreshUsed     = fault.New(http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	errSessionExpired  = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired")
	errSessionIdle     = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)")
	errSessionReplaced = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Revoked by Newer Login)")
	errBannedRefresh   = fault.New(http.StatusBadRequest, "user_banned", "Invalid Refresh Token: User Banned")
	ErrSessionNotFound = fault.New(http.StatusNotFound, "session_not_found", "Session not found")
)
