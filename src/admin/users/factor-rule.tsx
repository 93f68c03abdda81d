import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '@/admin/components/error-panel'
import { factorRuleQuery, ownFactorsKey, ownFactorsQuery, setFactorRule } from '@/admin/session/second-factor'
import { formatDateTime } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { ConfirmedAction } from './confirmed-action'

const texts = adminMessages.secondFactor.rule

/** The switch by which every administrator needs a second factor; only who has one can move it. */
export function FactorRule() {
  const { data: since, error, isFetching, refetch } = useQuery(factorRuleQuery)
  const { data: own = [] } = useQuery(ownFactorsQuery)
  if (since === undefined)
    return error && <ErrorPanel error={error} title={texts.failed} query={{ refetch, isFetching }} />
  return (
    <section
      aria-labelledby="factor-rule"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-concrete-200 bg-white px-4 py-3"
    >
      <div>
        <h2 id="factor-rule" className="text-lg">
          Administrators need a second factor
        </h2>
        <p className="text-concrete-700 text-sm">
          <span>{since ? texts.on(formatDateTime(since)) : texts.off}</span>{' '}
          <span>{own.length === 0 && texts.needsOwn}</span>
        </p>
      </div>
      {own.length > 0 && (
        <ConfirmedAction
          label={since ? 'Switch off' : 'Switch on'}
          variant={since ? 'outline' : 'default'}
          title={since ? 'Let a password alone be enough?' : 'Have every administrator need a second factor?'}
          description={since ? texts.switchOff : texts.switchOn}
          busyLabel="Saving..."
          mutationFn={() => setFactorRule(!since)}
          refetches={ownFactorsKey}
          onDone={(now) => toast.success(now ? texts.isOn : texts.isOff)}
        />
      )}
    </section>
  )
}
