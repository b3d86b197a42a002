import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readStoredSession } from '@/api/client'
import { errorSentence } from '@/api/errors'
import { isServerDown, watchConnectivity } from '@/api/device/connectivity'
import { keepUnsent, unsentOf, type Outgoing, type Unsent, forgetUnsentOfOthers } from './outbox'
import { uploadFiles, isUndecided, settleMessage, storeOnServer } from './sending'
import { backOffMs } from '@/lib/timing'
import { forgetDraftFiles, forgetAllDraftFiles } from '@/lib/device/draft-files'
import { useEffect } from 'react'

type Round = { queryClient: QueryClient; ownId: string }
type Writer = { resolve: () => void; reject: (error: unknown) => void }

/** Who wrote a message in this tab and still looks at what comes of it. */
const writers = new Map<string, Writer>()
let isWorking = false
let asked: Round | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/**
 * Writes a message down on this device and sends it as soon as there is a line. Resolves once the
 * server has it, rejects when it is refused for good.
 */
export function post(queryClient: QueryClient, message: Outgoing): Promise<void> {
  keepUnsent(message, { sending: 'waiting' })
  const told = new Promise<void>((resolve, reject) => writers.set(message.client_id, { resolve, reject }))
  void deliver({ queryClient, ownId: message.from_id })
  return told
}

/**
 * Sends what waits, in the order in which it was written. One round at a time, in one tab at a
 * time; where a browser knows no locks the message's key alone keeps it from being stored twice.
 */
export async function deliver(round: Round): Promise<void> {
  asked = round
  if (isWorking) return
  isWorking = true
  clearTimeout(timer)
  try {
    for (let next = take(); next !== undefined; next = take()) await attempt(next)
  } finally {
    isWorking = false
  }
}

function take(): Round | undefined {
  const round = asked
  asked = undefined
  return isServerDown() ? undefined : round
}

async function attempt(round: Round): Promise<void> {
  if (nextOf(round.ownId) === undefined) return
  if (await alone(round)) tries = 0
  // Who knows that the server is away hears when it is back; otherwise it is tried again.
  else if (!isServerDown()) timer = setTimeout(() => void deliver(round), backOffMs(++tries))
}

async function alone(round: Round): Promise<boolean> {
  if (!('locks' in navigator)) return sendAll(round)
  return navigator.locks.request(`automacao-nao-enviadas:${round.ownId}`, () => sendAll(round))
}

/** Whether nothing is left that could be sent now. */
async function sendAll({ queryClient, ownId }: Round): Promise<boolean> {
  for (let next = nextOf(ownId); next !== undefined; next = nextOf(ownId)) {
    // Nobody sends what another person wrote; the server refuses it too.
    if (readStoredSession()?.user.id !== ownId) return true
    if (isServerDown() || !(await send(queryClient, next))) return false
  }
  return true
}

function nextOf(ownId: string): Unsent | undefined {
  return unsentOf(ownId).find(({ sending }) => sending !== 'failed')
}

/** Whether the server answered, whatever it said. */
async function send(queryClient: QueryClient, unsent: Unsent): Promise<boolean> {
  const { at: _, sending: __, reason: ___, ...message } = unsent
  keepUnsent(message, { sending: 'sending' })
  try {
    await uploadFiles(message.files)
    const stored = await storeOnServer(message)
    // First the files: what is left of them would be a draft again.
    await forgetDraftFiles(message.files.map(({ path }) => path))
    void settleMessage(queryClient, message, stored)
    writers.get(message.client_id)?.resolve()
  } catch (error) {
    if (isUndecided(error)) {
      keepUnsent(message, { sending: 'waiting' })
      return false
    }
    keepUnsent(message, { sending: 'failed', reason: errorSentence(error) })
    writers.get(message.client_id)?.reject(error)
  }
  writers.delete(message.client_id)
  return true
}

/** Sends what a person wrote without a line as soon as there is one, whatever page is open. */
export function useDelivery(ownId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    forgetUnsentOfOthers(ownId)
    void forgetAllDraftFiles(ownId)
    const send = () => {
      if (!isServerDown()) void deliver({ queryClient, ownId })
    }
    send()
    return watchConnectivity(send)
  }, [queryClient, ownId])
}
