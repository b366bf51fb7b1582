/** Makes a person of the server an operator. */
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import { EmailForm } from '../email-form.tsx'

const words = texts.server.operators

export function OperatorForm({ onAdded }: { onAdded: () => void }) {
  const host = useHost()
  const add = (email: string) => host.api('operator.addOperator', { body: { email } })
  return <EmailForm label={words.email} button={words.add} send={add} onSent={onAdded} />
}
