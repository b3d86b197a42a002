// The party that a person acted for last, on this device.
const PREFIX = 'automacao-parte:'

export function readPartyChoice(userId: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + userId) ?? undefined
  } catch {
    return undefined // Storage is blocked.
  }
}

export function writePartyChoice(userId: string, partyId: string): void {
  try {
    localStorage.setItem(PREFIX + userId, partyId)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
