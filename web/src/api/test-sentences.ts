import { learnSentences } from '@/api/errors'

// Tests start with the sentences of refusals loaded.
await learnSentences()
