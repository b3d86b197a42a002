package admin

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
	errLinkUser     = fault.New(http.StatusNotFound, "user_not_found", "User with this email not found")
	errNoMailer     = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error sending invite email")
	errCreatingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error creating new user")
	errDeletingUser = fault.New(http.StatusInternalServerError, "unexpected_failure", "Database error deleting user")
)
