import { HONEYPOT_FIELD } from '@/domain/limits'

/** A field that people neither see nor reach and robots fill. */
export function Honeypot() {
  return (
    <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
