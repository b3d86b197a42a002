package app

// What several codes come down to for a reader.
const (
	sessionEnded  = "Sua sessão terminou. Entre novamente para continuar."
	linkExpired   = "Este link expirou ou já foi usado. Peça um novo."
	notOffered    = "Este modo de entrar não está disponível."
	takenEmail    = "Este email já está cadastrado. Tente fazer login."
	tooManyTries  = "Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente."
	notUnderstood = "O pedido não foi entendido. Atualize a página e tente novamente."
	tooLate       = "A resposta demorou demais. Tente novamente."
	ourFault      = "Algo deu errado do nosso lado. Tente novamente."
	missing       = "Não encontramos o que você procura."
	noPermission  = "Você não tem permissão para fazer isso."
	takenName     = "Isto já está registrado."
	tooLarge      = "O arquivo é grande demais."
	fileLink      = "O link deste arquivo expirou ou não é válido."
)

// protocolSentences are what the protocols' codes, which come with an English
// sentence by their own rules, are on screen. It is read when the web's table
// is generated: a code without a sentence fails, and so does one that nobody
// says any more.
var protocolSentences = map[string]string{
	"no_authorization":           "Você precisa entrar para fazer isso.",
	"bad_jwt":                    sessionEnded,
	"session_expired":            sessionEnded,
	"session_not_found":          sessionEnded,
	"refresh_token_not_found":    sessionEnded,
	"refresh_token_already_used": sessionEnded,
	"user_banned":                "Sua conta foi bloqueada. Fale com o suporte se acredita que foi um engano.",

	"invalid_credentials":           "E-mail ou senha incorretos. Por favor, verifique suas credenciais.",
	"email_not_confirmed":           "Email não confirmado. Para contas de teste, isso foi resolvido automaticamente. Tente fazer login novamente em alguns segundos.",
	"phone_not_confirmed":           "Confirme o seu telefone com o código que enviamos.",
	"user_already_exists":           takenEmail,
	"email_exists":                  takenEmail,
	"phone_exists":                  "Este telefone já está cadastrado.",
	"weak_password":                 "Escolha uma senha mais forte: esta é curta demais ou muito comum.",
	"same_password":                 "A nova senha precisa ser diferente da atual.",
	"current_password_required":     "Informe sua senha atual.",
	"current_password_invalid":      "A senha atual está incorreta.",
	"reauthentication_not_valid":    "O código expirou ou não é válido. Peça um novo.",
	"otp_expired":                   linkExpired,
	"flow_state_expired":            linkExpired,
	"flow_state_not_found":          linkExpired,
	"bad_code_verifier":             "Abra o link no mesmo navegador em que o pediu.",
	"signup_disabled":               "Novos cadastros estão suspensos no momento.",
	"feature_disabled":              notOffered,
	"anonymous_provider_disabled":   notOffered,
	"phone_provider_disabled":       notOffered,
	"email_provider_disabled":       notOffered,
	"otp_disabled":                  "Não encontramos uma conta com estes dados.",
	"captcha_failed":                "Não conseguimos confirmar que você é uma pessoa. Tente novamente.",
	"provider_disabled":             notOffered,
	"web3_provider_disabled":        notOffered,
	"web3_unsupported_chain":        notOffered,
	"sso_provider_not_found":        notOffered,
	"sso_provider_disabled":         notOffered,
	"saml_idp_not_found":            notOffered,
	"saml_provider_disabled":        notOffered,
	"passkey_disabled":              "Chaves de acesso não funcionam neste endereço.",
	"manual_linking_disabled":       notOffered,
	"single_identity_not_deletable": "Este é o único modo de entrar na sua conta.",

	"oauth_authorization_not_found":              notOffered,
	"oauth_client_not_found":                     notOffered,
	"oauth_consent_not_found":                    notOffered,
	"oauth_dynamic_client_registration_disabled": notOffered,
	"custom_provider_not_found":                  notOffered,
	"conflict":                                   "Isto mudou enquanto isso. Recarregue e tente de novo.",
	"over_custom_provider_quota":                 notOffered,

	"bad_oauth_state":                       "A entrada por outro serviço demorou demais ou começou em outro navegador. Tente de novo.",
	"saml_relay_state_not_found":            "A entrada pela sua organização demorou demais ou começou em outro navegador. Tente de novo.",
	"saml_relay_state_expired":              "A entrada pela sua organização demorou demais. Tente de novo.",
	"saml_assertion_no_user_id":             "A sua organização não disse quem é você. Fale com quem cuida das contas dela.",
	"saml_assertion_no_email":               "A sua organização não informou o seu e-mail. Fale com quem cuida das contas dela.",
	"saml_idp_already_exists":               "Esse provedor de identidade já está cadastrado.",
	"saml_entity_id_mismatch":               "O documento é de outro provedor de identidade.",
	"saml_metadata_fetch_failed":            "Não conseguimos ler o documento do provedor de identidade.",
	"sso_domain_already_exists":             "Esse domínio já é de outra organização.",
	"user_sso_managed":                      "E-mail, telefone e senha desta conta são cuidados pela sua organização.",
	"invalid_grant":                         "A carteira assinou um pedido que não vale aqui ou já foi usado. Tente entrar de novo.",
	"bad_oauth_callback":                    "O outro serviço respondeu de um modo que não entendemos. Tente de novo.",
	"email_address_not_provided":            "O outro serviço não informou o seu e-mail.",
	"provider_email_needs_verification":     "O outro serviço não confirma o seu e-mail. Abra o link que enviamos para ele.",
	"invite_not_found":                      linkExpired,
	"identity_already_exists":               "Este modo de entrar já pertence a uma conta.",
	"identity_not_found":                    "Este modo de entrar não existe mais.",
	"email_conflict_identity_not_deletable": "O e-mail que restaria já é de outra conta.",

	"mfa_factor_not_found":            "Este segundo fator não existe mais.",
	"mfa_factor_name_conflict":        "Você já tem um segundo fator com este nome.",
	"mfa_challenge_expired":           "O código de verificação expirou. Peça um novo.",
	"mfa_ip_address_mismatch":         "Confirme o código na mesma rede em que o pediu.",
	"mfa_verification_failed":         "O código de verificação não confere.",
	"mfa_phone_enroll_not_enabled":    notOffered,
	"mfa_phone_verify_not_enabled":    notOffered,
	"mfa_totp_enroll_not_enabled":     notOffered,
	"mfa_totp_verify_not_enabled":     notOffered,
	"mfa_verified_factor_exists":      "Este telefone já é um segundo fator seu.",
	"mfa_verification_rejected":       "Esta confirmação foi recusada. Entre novamente.",
	"mfa_webauthn_enroll_not_enabled": "Chaves de acesso não funcionam neste endereço.",
	"mfa_webauthn_verify_not_enabled": "Chaves de acesso não funcionam neste endereço.",
	"reauthentication_needed":         "Confirme que é você para mudar a proteção da conta.",
	"webauthn_credential_not_found":   "Esta chave de acesso não existe mais.",
	"webauthn_credential_exists":      "Esta chave de acesso já está cadastrada.",
	"too_many_passkeys":               "Você já tem todas as chaves de acesso que pode ter. Remova uma antes.",
	"webauthn_verification_failed":    "A chave de acesso não foi reconhecida. Tente de novo ou entre de outro modo.",
	"webauthn_challenge_not_found":    "O pedido já foi respondido. Tente de novo.",
	"webauthn_challenge_expired":      "O pedido expirou. Tente de novo.",
	"too_many_enrolled_mfa_factors":   "Você já tem todos os segundos fatores que pode ter. Remova um antes.",
	"insufficient_aal":                "Confirme o segundo fator de autenticação para continuar.",

	"unknown":                           ourFault,
	"hook_timeout":                      tooLate,
	"hook_timeout_after_retry":          tooLate,
	"hook_payload_over_size_limit":      ourFault,
	"hook_payload_invalid_content_type": ourFault,

	"over_request_rate_limit":    tooManyTries,
	"over_email_send_rate_limit": "Já enviamos um e-mail há pouco. Aguarde um minuto antes de pedir outro.",
	"over_sms_send_rate_limit":   "Já enviamos um código há pouco. Aguarde um minuto antes de pedir outro.",
	"sms_send_failed":            "Não conseguimos enviar o código. Tente novamente.",
	"validation_failed":          "Algum dado não foi aceito. Revise os campos e tente novamente.",
	"bad_json":                   notUnderstood,
	"request_entity_too_large":   tooLarge,
	"request_timeout":            tooLate,
	"unexpected_failure":         ourFault,
	"not_found":                  missing,

	"NoSuchBucket":        missing,
	"NoSuchKey":           missing,
	"NoSuchRoute":         missing,
	"NoSuchUpload":        "Este envio não existe mais. Comece de novo.",
	"TusError":            "O envio em partes não pôde continuar. Comece de novo.",
	"ResourceLocked":      "Este arquivo já está sendo enviado. Tente de novo em instantes.",
	"NotSupported":        "Este servidor não oferece este recurso.",
	"KeyAlreadyExists":    takenName,
	"BucketAlreadyExists": takenName,
	"ResourceNotEmpty":    "Isto ainda está em uso e não pode ser removido.",
	"AccessDenied":        noPermission,
	"EntityTooLarge":      tooLarge,
	"QuotaExceeded":       "Sua conta não tem mais espaço para arquivos. Remova algum antes.",
	"InvalidMimeType":     "Este tipo de arquivo não é aceito. Envie uma imagem.",
	"GatewayTimeout":      tooLate,
	"InvalidJWT":          sessionEnded,
	"InvalidSignature":    fileLink,
	"ExpiredToken":        fileLink,
	"InvalidBucketName":   notUnderstood,
	"InvalidKey":          notUnderstood,
	"InvalidRequest":      notUnderstood,
	"InvalidRange":        notUnderstood,
	"RequestTimeout":      tooLate,
	"DatabaseTimeout":     tooLate,
	"DatabaseError":       tooLate,
	"S3Error":             tooLate,
	"InsufficientStorage": "Não há espaço para novos arquivos no momento. Tente novamente mais tarde.",
	"SlowDown":            tooManyTries,
	"InternalError":       ourFault,
}
