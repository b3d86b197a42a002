// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the one place
import * as z from 'zod/mini'

// Without this, zod tests whether it may compile code, which the Content-Security-Policy reports.
z.config({ jitless: true })

export { z }
