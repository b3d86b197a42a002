import { useParams } from 'react-router'
import { selfOf } from '@/api/session/self'
import { usePerson } from '@/api/session/session'
import { DealLine } from '@/features/contract/lists/deal-line'
import { ConversationList } from '@/features/message/conversations/conversation-list'
import { MessageSearch } from '@/features/message/search/message-search'
import { Thread, NoThread } from '@/features/message/thread/thread'
import { ReportButton } from '@/features/report/report-button'
import { usePartnersWaiting } from '@/features/todo/queries'
import { classNames } from '@/lib/class-names'
import { isId } from '@/lib/ids'
import { useTitle } from '@/lib/navigation/use-title'
import { ScrollArea } from '@/ui/scroll-area'

function reportMessage(messageId: string) {
  return <ReportButton kind="message" subjectId={messageId} compact />
}

export function MessagesPage() {
  useTitle('Mensagens')
  const person = usePerson()
  const { profile, party } = person
  const { left } = selfOf(person)
  const { userId = '' } = useParams()
  const waiting = usePartnersWaiting()
  const isOpen = isId(userId) && userId !== profile.id
  return (
    // Fills the rest of the screen; the bottom bar of a phone keeps its place.
    <div
      data-one-screen
      className={classNames(
        '-mx-4 -mt-6 flex min-h-0 flex-1 flex-col sm:-mx-6 sm:-mt-8 lg:-mb-8 lg:-ml-8',
        isOpen ? '-mb-24' : '-mb-10',
      )}
    >
      <h1
        tabIndex={-1}
        className={classNames(
          'border-b border-line px-4 py-4 text-xl font-semibold',
          isOpen && 'sr-only md:not-sr-only md:px-4 md:py-4',
        )}
      >
        Mensagens
      </h1>
      <div className="grid min-h-0 flex-1 grid-cols-1 md:grid-cols-[20rem_1fr]">
        <ScrollArea className={classNames('border-line md:flex md:border-r', isOpen && 'hidden')}>
          <MessageSearch ownId={profile.id}>
            <ConversationList ownId={profile.id} {...(waiting && { waiting })} />
          </MessageSearch>
        </ScrollArea>
        <div className={classNames('min-h-0 min-w-0', isOpen ? 'block' : 'hidden md:block')}>
          {isOpen ? (
            <Thread
              key={userId}
              ownId={profile.id}
              partnerId={userId}
              speaksFor={party === null || party.id === profile.id ? null : party}
              silence={
                left === null
                  ? undefined
                  : `Você saiu de ${left}, que ficou com este endereço de mensagens. O que foi dito continua aqui para ler.`
              }
              report={reportMessage}
              {...(party &&
                party.role !== 'admin' && {
                  about: (partnerId) => <DealLine partyId={party.id} partnerId={partnerId} />,
                })}
            />
          ) : (
            <NoThread />
          )}
        </div>
      </div>
    </div>
  )
}
