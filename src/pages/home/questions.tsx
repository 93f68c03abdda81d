import { Link } from '@/components/link'
import { questions } from '@/content/questions'
import { paths } from '@/paths'

/** What people ask before they ring. */
export function Questions() {
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
