import { CONVERSED } from '@/dev/rows'
import { ignore, LONG_TEXT, LONG_WORD, type Specimen, type State } from '@/dev/specimen'
import { Bubble } from '@/features/message/bubble/bubble'
import { MessageFiles } from '@/features/message/bubble/message-files'
import type { Message } from '@/features/message/queries'
import { QuoteLine, SystemLine } from '@/features/message/bubble/lines'
import { NotificationLine } from '@/features/notification/notification-list'
import { TodoList } from '@/features/todo/todo-list'

const QUOTE = { id: 'm0', from_id: 'serra', content: 'A parada é no sábado.', files_count: 0 }
const DRAWING = { path: 'a/desenho.pdf', name: 'PRJ-0042 diagrama elétrico rev C.pdf', media_type: 'application/pdf', bytes: 12_345_678 } // prettier-ignore

function bubble(name: string, changes: Partial<Message>, ownId = 'marina'): State {
  return {
    name,
    isWide: true,
    show: (
      <Bubble
        message={{ ...CONVERSED, ...changes }}
        ownId={ownId}
        onRetry={ignore}
        onDiscard={ignore}
        onReply={ignore}
        onJump={ignore}
        report={null}
      />
    ),
  }
}

export const TALK: readonly Specimen[] = [
  {
    id: 'bubble',
    of: 'features/message/bubble/bubble',
    states: [
      bubble('da outra parte', {}, 'serra'),
      bubble('enviando', { sending: 'sending' }),
      bubble('aguardando conexão', { sending: 'waiting' }),
      bubble('enviada', {}),
      bubble('entregue', { delivered_at: CONVERSED.timestamp }),
      bubble('lida', { read: true }),
      bubble('falhou', { sending: 'failed', reason: 'sem conexão com a internet' }),
      bubble('com citação', { quote: QUOTE, quotes_id: QUOTE.id }),
      bubble('com arquivo', { files: [DRAWING], files_count: 1 }),
      bubble('texto longo', {
        content: `${LONG_TEXT}\n${LONG_WORD}${LONG_WORD}\nhttps://exemplo.com.br/desenhos`,
      }),
    ],
  },
  {
    id: 'system-line',
    of: 'features/message/bubble/lines',
    states: [
      { name: 'com o caminho', isWide: true, show: <SystemLine message={{ ...CONVERSED, automatic: true, subject_kind: 'contract', subject_id: 'c1' }} isOwn={false} /> }, // prettier-ignore
      { name: 'texto longo', isWide: true, show: <SystemLine message={{ ...CONVERSED, automatic: true, content: LONG_TEXT }} isOwn /> }, // prettier-ignore
    ],
  },
  { id: 'quote-line', of: 'features/message/bubble/lines', states: [{ name: 'da outra parte', show: <QuoteLine quote={QUOTE} ownId="marina" /> }] }, // prettier-ignore
  { id: 'message-files', of: 'features/message/bubble/message-files', states: [{ name: 'um arquivo', show: <MessageFiles files={[DRAWING]} /> }] }, // prettier-ignore
  {
    id: 'notification-line',
    of: 'features/notification/notification-list',
    states: [false, true].map((read) => ({
      name: read ? 'lida, texto longo' : 'nova',
      show: (
        <NotificationLine
          notification={{
            id: 'n1',
            kind: 'proposal',
            title: read ? LONG_WORD : 'Marina Alves enviou uma proposta',
            body: read ? LONG_TEXT : 'Migração da linha de envase',
            subject_kind: 'project',
            subject_id: 'p1',
            count: 3,
            read,
            created_at: CONVERSED.timestamp,
          }}
        />
      ),
    })),
  },
  {
    id: 'turn-list',
    of: 'features/todo/todo-list',
    states: [{ name: 'cheia', isWide: true, show: <TodoList partyId="cheia" /> }],
  },
]
