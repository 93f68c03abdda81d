// @ts-check

/** Fills the table of reviews up to `count`: eight in ten pending, one published, one deleted, each some 60 words long. */
export const seedReviews = async (/** @type {import('./site.mjs').Sql} */ sql, /** @type {number} */ count) => {
  await sql(
    `insert into reviews (name, location, title, text, rating, status, source, email, created_at)
     select 'Writer ' || n, 'London', case when n % 3 = 0 then 'Title ' || n end,
       'Review ' || n || '. ' || repeat('They dug, propped and poured for weeks. ', 9), 3 + (n / 7) % 3,
       case n % 10 when 0 then 'approved' when 1 then 'rejected' else 'pending' end, 'Website',
       'writer' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series((select count(*) + 1 from reviews), $1::int) n`,
    [count],
  )
  // A hosted database does both by itself.
  await sql('vacuum analyze reviews')
}
