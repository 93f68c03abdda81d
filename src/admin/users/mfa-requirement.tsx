import { useQuery } from '@tanstack/react-query'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { QueryView } from '@/admin/components/query-view'
import { SmallButton } from '@/admin/components/small-button'
import { factorsKey, mfaRequirementQuery, myFactorsQuery, setMfaRequired } from '@/admin/session/two-factor'
import { formatDateTime } from '@/admin/text/format-date'
import { adminMessages } from '@/admin/text/messages'

const texts = adminMessages.secondFactor.rule

const switchRule = (isOn: boolean) =>
  confirm({
    title: `${isOn ? 'Require' : 'Stop requiring'} two-factor authentication for administrators?`,
    description: isOn ? texts.switchOn : texts.switchOff,
    confirmLabel: isOn ? 'Switch on' : 'Switch off',
    busyLabel: 'Saving...',
    tone: isOn ? 'default' : 'destructive',
    action: () => setMfaRequired(isOn),
    done: isOn ? texts.isOn : texts.isOff,
    refetches: factorsKey,
  })

/** Lets administrators with two-factor change the requirement. */
export function MfaRequirement() {
  return (
    <QueryView query={useQuery(mfaRequirementQuery)} failed={texts.failed}>
      {(since) => <Switch since={since} />}
    </QueryView>
  )
}

function Switch({ since }: { since: string | null }) {
  const { data: own = [] } = useQuery(myFactorsQuery)
  return (
    <Card
      as="section"
      aria-labelledby="factor-rule"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3"
    >
      <div>
        <h2 id="factor-rule" className="text-lg">
          Require two-factor authentication
        </h2>
        <p className="text-concrete-700 text-sm">
          <span>{since ? texts.on(formatDateTime(since)) : texts.off}</span>{' '}
          <span>{own.length === 0 && texts.needsOwn}</span>
        </p>
      </div>
      {own.length > 0 && (
        <SmallButton variant={since ? 'outline' : 'default'} onClick={() => void switchRule(!since)}>
          {since ? 'Switch off' : 'Switch on'}
        </SmallButton>
      )}
    </Card>
  )
}
