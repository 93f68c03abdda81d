import { Link } from '@/components/link'
import { questions } from '@/content/questions'
import { site } from '@/content/site'
import { paths, sections } from '@/paths'
import { Dig } from './dig'

function Questions() {
  if (questions.list.length === 0) return null
  return (
    <>
      <h3 className="mt-16 text-2xl">{questions.title}</h3>
      <div className="mt-5 grid gap-x-12 md:grid-cols-2">
        {questions.list.map(({ question, answer, terms }) => (
          <details key={question} className="border-t border-concrete-300">
            <summary className="py-3 font-semibold">{question}</summary>
            <p className="pb-6 text-concrete-700">
              {answer}
              {terms && (
                <Link to={`${paths.terms.href}#${terms}`} className="block underline">
                  {`Terms: ${terms.replaceAll('-', ' ')}`}
                </Link>
              )}
            </p>
          </details>
        ))}
      </div>
    </>
  )
}

export function WhyChooseUsSection() {
  return (
    <section id={sections.about} tabIndex={-1} className="py-20 lg:py-28">
      <div className="page-width">
        <h2 className="max-w-3xl text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">
          Why choose us: nothing is left hanging
        </h2>
        <p className="mt-5 max-w-prose text-lg text-concrete-700">
          Digging under a house is all about sequence. We look before we design, hold before we dig and test before we
          cover up, and show you every stage while it can still be seen.
        </p>
        <Dig />
        <dl className="mt-16 grid gap-8 border-t border-concrete-300 pt-10 sm:grid-cols-3">
          {site.figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 max-w-64 text-concrete-700">{label}</dt>
              <dd className="font-display text-5xl font-bold tabular-figures">{value}</dd>
            </div>
          ))}
        </dl>
        <Questions />
      </div>
    </section>
  )
}
