import { learnSentences } from '@/api/errors'

// Tests begin after the server's first refusal: what it says is known.
await learnSentences()
