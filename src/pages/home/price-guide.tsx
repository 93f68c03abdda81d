import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { appendToMessage } from '@/components/layout/message-draft'
import { useGoToSection } from '@/components/layout/section-link'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { estimatePrice, type HouseKind, type PriceList, type WorkKind } from '@/domain/price-guide'
import { formatInteger } from '@/lib/format-integer'
import { lazyModule } from '@/lib/lazy-module'
import { firstInteraction } from '@/lib/when-to-start'
import { sections } from '@/paths'

const drawing = lazyModule(() => import('./price-drawing'))

type Choice = { work: WorkKind; house: HouseKind; area: string }

const first: Choice = { work: 'dig', house: 'terrace', area: '40' }

const readChoice = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Choice

const inPounds = (pounds: number) => `£${formatInteger(pounds)}`

const bands = (prices: PriceList, { work, house, area }: Choice) => {
  const { pounds, weeks } = estimatePrice(prices, work, house, Number(area))
  return { cost: pounds.map(inPounds).join(' to '), time: `${weeks.join(' to ')} weeks on site` }
}

/** Returns the default `area`, `cost` and `time`. */
export const getDefaultEstimate = (prices: PriceList) => ({ area: first.area, ...bands(prices, first) })

export const PRICE_GUIDE = 'price-guide'

type RadiosProps = {
  legend: string
  name: 'work' | 'house'
  options: Record<string, { name: string }>
  className: string
}

function Radios({ legend, name, options, className }: RadiosProps) {
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {Object.entries(options).map(([value, option]) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === first[name]}
            className="size-4 shrink-0"
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}

// Shown without JavaScript.
function WorkedBands({ prices }: { prices: PriceList }) {
  const works = Object.keys(prices.work) as WorkKind[]
  return (
    <div className="hidden noscript:block">
      <table className="w-full text-left text-sm">
        <caption className="p-2 text-left">{`Terraced house: £000s including VAT at ${prices.vat}%, and weeks on site`}</caption>
        <tbody>
          <tr>
            <td />
            {works.map((work) => (
              <th key={work} scope="col" className="p-2">
                {prices.work[work].name}
              </th>
            ))}
          </tr>
          {[25, 40, 60, 80].map((area) => (
            <tr key={area} className="border-t border-concrete-300">
              <th scope="row" className="p-2">{`${area}\u00a0m²`}</th>
              {works.map((work) => {
                const { pounds, weeks } = estimatePrice(prices, work, 'terrace', area)
                return (
                  <td key={work} className="p-2">
                    {pounds.map((sum) => sum / 1000).join('–')}
                    <br />
                    {weeks.join('–')}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const figure = 'block font-display text-2xl text-balance lg:text-[2.375rem]'

export function PriceGuide({ prices }: { prices: PriceList }) {
  const form = useRef<HTMLFormElement>(null)
  const Drawing = useLazyModule(drawing)?.PriceDrawing
  const goToSection = useGoToSection()
  const [choice, setChoice] = useState(first)
  const { cost, time } = bands(prices, choice)
  const [said, setSaid] = useState(cost)
  const follow = () => form.current && setChoice(readChoice(form.current))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    void firstInteraction().then(drawing.prefetch)
    // Browsers restore choices made before a reload or hydration.
    follow()
  }, [])
  // Screen readers announce the price only when the slider rests.
  useEffect(() => {
    const timer = setTimeout(setSaid, 500, cost)
    return () => clearTimeout(timer)
  }, [cost])
  const requestQuote = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Rendered state may be a click behind.
    const chosen = readChoice(event.currentTarget)
    const { cost, time } = bands(prices, chosen)
    const kind = `${prices.work[chosen.work].name}, ${prices.houses[chosen.house].name} house`.toLowerCase()
    appendToMessage(
      'price',
      `Please quote for the following: ${kind}, ${chosen.area} m². Your online guide gives ${cost} including VAT, and ${time}.`,
    )
    goToSection(sections.contact)
  }
  return (
    <>
      <div className="grid flex-col gap-8 md:grid-cols-2 lg:flex">
        <h3 id={PRICE_GUIDE} tabIndex={-1} className="text-2xl">
          What it costs and how long it takes
        </h3>
        <svg aria-hidden viewBox="0 0 460 250" className="w-full noscript:hidden">
          {Drawing && <Drawing {...choice} />}
        </svg>
      </div>
      <div className="lg:col-span-2">
        <form
          ref={form}
          onChange={follow}
          onSubmit={requestQuote}
          className="grid gap-8 accent-green-dark md:grid-cols-2 noscript:hidden"
        >
          <div>
            <div className="flex flex-wrap gap-x-5 gap-y-8">
              <Radios legend="Work" name="work" options={prices.work} className="grow-3" />
              <Radios legend="House" name="house" options={prices.houses} className="grow-2" />
            </div>
            <div className="mt-5 flex flex-wrap justify-between">
              <label htmlFor="area" className="font-semibold">
                Floor area
              </label>
              <span aria-hidden>{`${choice.area} m²`}</span>
              <input
                type="range"
                id="area"
                name="area"
                aria-valuetext={`${choice.area} m²`}
                min="15"
                max="100"
                step="5"
                defaultValue={first.area}
                className="min-h-11 w-full"
              />
            </div>
          </div>
          <div>
            <output aria-busy={said !== cost || undefined} className="block">
              <b className={figure}>{cost}</b>
              {`including VAT at ${prices.vat}%`}
              <b className={`mt-5 ${figure}`}>{time}</b>
              <span>{`after ${prices.work[choice.work].weeksBefore.join(' to ')} weeks of design, planning and party wall notices`}</span>
            </output>
            <Button type="submit" variant="outline" size="lg" className="mt-8">
              Request a quote for this
            </Button>
          </div>
        </form>
        <WorkedBands prices={prices} />
        <div className="mt-10 grid gap-x-8 gap-y-4 border-t border-concrete-300 py-7 text-concrete-700 md:grid-cols-2">
          {prices.notes.map(([term, text]) => (
            <p key={term}>
              <b>{term}</b>
              {`: ${text}`}
            </p>
          ))}
          <p>{prices.source}</p>
        </div>
      </div>
    </>
  )
}
