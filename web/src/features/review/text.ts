import { REVIEW_AGREED_HOURS, REVIEW_DAYS, REVIEW_HIDDEN_HOURS } from '@/api/limits'

/** When a review of a contract is seen. */
export const SEEN_WHEN = `As avaliações aparecem quando os dois lados avaliarem, passadas ${REVIEW_HIDDEN_HOURS} horas da conclusão e ${REVIEW_AGREED_HOURS} horas do acordo; sem a outra, ${REVIEW_DAYS} dias depois da conclusão.`
