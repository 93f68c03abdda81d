// @ts-check
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is replaced holds templates.
/**
 * Faults that mutation testing cannot reach, each with the layer and the test file that finds it:
 * [what is broken, the text it replaces (once in the file), by what, layer, test file].
 * @typedef {[fault: string, find: string, replace: string, layer: string, test: string]} Fault
 * @type {Record<string, Fault[]>}
 */
export const faults = {
  'supabase/migrations/20260101000000_roles.sql': [
    ['users make themselves administrators', " - 'role'\n", '\n', 'database', 'rights'],
    ['the last administrator may go', 'if was_admin and not is_admin then', 'if false then', 'database', 'hosted'],
    ['a session never grows too old', "and s.created_at > now() - interval '30 days'", '', 'database', 'rights'],
    [
      'a password that must be changed opens everything',
      "and coalesce((u.raw_app_meta_data -> 'password_change_required') <> 'true'::jsonb, true)",
      '',
      'database',
      'rights',
    ],
    [
      'everybody may look up accounts',
      'revoke execute on function public.find_user(text) from public, anon, authenticated;',
      '',
      'database',
      'grants',
    ],
  ],
  'supabase/migrations/20260101000100_reviews.sql': [
    [
      'signed-in strangers read every review',
      'for select to authenticated using ((select private.is_admin()));',
      'for select to authenticated using (true);',
      'database',
      'reviews rights',
    ],
    [
      'administrators may rewrite what a visitor wrote',
      'grant select, update (status), delete on public.reviews to authenticated;',
      'grant select, update, delete on public.reviews to authenticated;',
      'database',
      'grants reviews',
    ],
    [
      'visitors see reviews that wait',
      "where r.status = 'approved' and (r.created_at",
      'where (r.created_at',
      'database',
      'reviews',
    ],
    [
      'an approved review goes back to pending',
      "('pending', 'approved'), ('pending', 'rejected'),",
      "('approved', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),",
      'database',
      'reviews',
    ],
    ['a pending review may be deleted', "if old.status <> 'rejected' then", 'if false then', 'database', 'reviews'],
    [
      'a double click stores a review twice',
      "create unique index reviews_pending_once on public.reviews (lower(email), md5(text)) where status = 'pending';",
      "create unique index reviews_pending_once on public.reviews (id) where status = 'pending';",
      'database',
      'reviews',
    ],
  ],
  'supabase/migrations/20260101000200_enquiries.sql': [
    [
      'signed-in strangers read enquiries',
      '"administrators read enquiries" on public.enquiries\n  for select to authenticated using ((select private.is_admin()))',
      '"administrators read enquiries" on public.enquiries\n  for select to authenticated using (true)',
      'database',
      'enquiries',
    ],
    [
      'shares of the card count as enquiries to answer',
      "and kind = 'contact') with check",
      ') with check',
      'database',
      'enquiries',
    ],
    [
      'an enquiry that is being sent is sent again',
      'and private.is_undelivered(e) returning e.*',
      'returning e.*',
      'database',
      'enquiries',
    ],
  ],
  'supabase/migrations/20260101000300_rate_limits.sql': [
    [
      'one call more than the limit passes',
      'if used >= p_limit then',
      'if used > p_limit then',
      'database',
      'rate-limit',
    ],
    [
      'visitors may call the limiter',
      'revoke execute on function public.hit_rate_limit(text, integer, integer) from public, anon, authenticated;',
      '',
      'database',
      'grants',
    ],
  ],
  'supabase/migrations/20260201000000_publications.sql': [
    [
      'a second administrator overwrites the first',
      'if p_replaces is distinct from private.current_publication_id() then',
      'if false then',
      'database',
      'publications',
    ],
    [
      'anybody signed in uploads media',
      ' and (select private.is_admin())\n  and storage.allow_only_operation',
      '\n  and storage.allow_only_operation',
      'database',
      'publications hosted',
    ],
    [
      'files that are not stored are published',
      "raise exception using errcode = 'PT422', message = 'media_missing';",
      'null;',
      'database',
      'publications',
    ],
  ],
  'supabase/migrations/20260201000100_review_invitations.sql': [
    [
      'an invitation never expires',
      'and i.answered_at is null and i.withdrawn_at is null and i.expires_at > now()\n  for update',
      'and i.answered_at is null and i.withdrawn_at is null\n  for update',
      'database',
      'invitations',
    ],
    [
      'the token of an invitation can be read',
      'grant select (id, name, email, location, delivery,',
      'grant select (id, token_hash, name, email, location, delivery,',
      'database',
      'grants invitations',
    ],
  ],
  'supabase/functions/submit-testimonial/handler.ts': [
    [
      'a robot that fills the honeypot is stored',
      "if (honeypot !== '') return received",
      '',
      'functions',
      'submit-testimonial',
    ],
    [
      'testimonials are not limited',
      "await limit('submit-testimonial', clientIp(request), HOURLY)",
      '',
      'functions',
      'submit-testimonial',
    ],
    [
      'a mail server that is down loses a testimonial',
      'await sendMail(testimonialMail({ ...testimonial, verified: stored.verified }, link.href, settings)).catch(',
      'await sendMail(testimonialMail({ ...testimonial, verified: stored.verified }, link.href, settings)).finally(',
      'functions',
      'faults',
    ],
  ],
  'supabase/functions/send-email/handler.ts': [
    [
      'strangers send test e-mails',
      "test: { who: 'administrators'",
      "test: { who: 'anybody'",
      'functions',
      'send-email',
    ],
    [
      'what strangers try uses up what the owner may send',
      "isAllowed ? '' : '-refused'",
      "''",
      'functions',
      'send-email',
    ],
  ],
  'supabase/functions/send-email/actions.ts': [
    ['the card of another site is mailed', '|| !siteOrigins.includes(url.origin)', '', 'functions', 'send-email'],
    [
      'a refused reCAPTCHA counts',
      "if (!success) throw new FunctionError('recaptcha-failed')",
      '',
      'security',
      'relay',
    ],
    [
      'one recipient gets any number of cards',
      "await services.limit('send-email-recipient', mailboxOf(recipient), SEND_EMAIL_LIMITS.recipient)",
      '',
      'functions',
      'send-email',
    ],
    [
      'an enquiry whose answer was lost is sent twice',
      "if (stored.delivery === 'sent') return { id: idempotencyKey, delivery: 'sent' }",
      '',
      'functions',
      'send-email',
    ],
    [
      'thanks that failed are not recorded',
      'await record({ thanks_failed_at: now(), thanks_claimed_at: null })',
      '',
      'functions',
      'send-email faults',
    ],
  ],
  'supabase/functions/_shared/mails.ts': [
    [
      'markup of a visitor is markup in an e-mail',
      "ENTITIES[character] ?? ''",
      'character',
      'functions',
      'submit-testimonial',
    ],
    [
      'answers to an enquiry go to the company',
      'to: settings.mailTo,\n    replyTo: { name, address: email },\n    subject: title,\n    text: `${title}\\n\\n${factLines(facts)}\\n\\n${message}',
      'to: settings.mailTo,\n    subject: title,\n    text: `${title}\\n\\n${factLines(facts)}\\n\\n${message}',
      'functions',
      'send-email',
    ],
    ['a visitor’s line passes for ours', "text.replace(/^/gm, '> ')", 'text', 'functions', 'submit-testimonial'],
  ],
  'supabase/functions/_shared/mailer.ts': [
    ['a password travels in the clear', ', requireTLS: true', '', 'functions', 'mailer'],
    [
      'an encoded word in a name becomes a header',
      "text.replace(/=(?=\\?)/g, '= ')",
      'text',
      'functions',
      'send-email submit-testimonial mailer',
    ],
    [
      'a mail server that hangs is waited for',
      'await Promise.race([transport.sendMail(message), expired])',
      'await transport.sendMail(message)',
      'functions',
      'mailer',
    ],
  ],
  'supabase/functions/_shared/http.ts': [
    [
      'a body of any size is read',
      'if (size > maxBytes) {',
      'if (false) {',
      'functions',
      'submit-testimonial send-email local-services',
    ],
    [
      'pages of other origins may call',
      'if (origin && origins.includes(origin))',
      'if (origin)',
      'functions',
      'headers send-email submit-testimonial',
    ],
    ['the database’s details are logged', '? `${cause.code} ${cause.message}`', '? cause', 'security', 'log'],
  ],
  'supabase/functions/_shared/client-ip.ts': [
    [
      'a caller writes their own IP address',
      'hops.findLast((hop) => !INTERNAL.test(hop)) ?? hops.at(-1)',
      'hops.at(0)',
      'functions',
      'environment submit-testimonial',
    ],
  ],
  'supabase/functions/auth-admin/handler.ts': [
    [
      'any address may set the site up',
      "if (setUp && email.toLowerCase() !== settings.adminSetup) throw new AuthAdminError('not_admin')",
      '',
      'functions',
      'auth-admin',
    ],
    [
      'the last administrator’s role is taken without a reason',
      "if (await isLastAdmin(id)) throw new AuthAdminError('last_admin')",
      '',
      'functions',
      'auth-admin',
    ],
  ],
  'supabase/functions/admin-email/invitations.ts': [
    [
      'an invitation that was not sent counts against the limit',
      '  } catch (cause) {\n    await release()\n    throw cause\n  }\n}\n\n/** Sends an unanswered',
      '  } catch (cause) {\n    throw cause\n  }\n}\n\n/** Sends an unanswered',
      'functions',
      'faults invitations',
    ],
  ],
  'supabase/functions/moderate-reviews/handler.ts': [
    [
      'an approved review asks for no build',
      'if (data.length > 0 && isPublic) runInBackground(requestRebuild(services))',
      '',
      'functions',
      'publish',
    ],
  ],
  'supabase/functions/publish/handler.ts': [
    [
      'unused files are kept for ever',
      'await database.storage.from(SITE_MEDIA_BUCKET).remove(unused)',
      '{ error: null }',
      'functions',
      'publish',
    ],
  ],
  'src/prerender/headers.ts': [
    ['pages may be framed', "'X-Frame-Options': 'DENY',", '', 'unit', 'headers'],
    [
      'scripts of anywhere run',
      "'script-src': [\n      \"'self'\",",
      "'script-src': [\n      \"'self'\",\n      '*',",
      'unit',
      'headers',
    ],
    ['the admin area is indexed', "'X-Robots-Tag': 'noindex', ", '', 'unit', 'headers'],
  ],
  'src/prerender/entry.tsx': [
    ['pages are written without their route', 'data-route="${route?.id ?? \'\'}"', 'data-route=""', 'e2e', 'start-up'],
    [
      'the 404 page is written empty',
      "[...publicPaths, ...unlistedPaths, '/404']",
      '[...publicPaths, ...unlistedPaths]',
      'build',
      'pages html links',
    ],
  ],
  'src/prerender/meta-tags.tsx': [
    ['link previews show no picture', '<meta property="og:image" content={absoluteUrl(src)} />', '', 'build', 'pages'],
  ],
  'src/app/root-layout.tsx': [
    [
      'the focus stays behind after a navigation',
      "document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })",
      '',
      'e2e',
      'navigation',
    ],
    [
      'pages open where the last one was scrolled to',
      '<ScrollRestoration storageKey="scroll-positions" />',
      '',
      'e2e',
      'scroll navigation',
    ],
    ['keyboards meet the navigation first', '{isPublic && (', '{false && isPublic && (', 'e2e', 'navigation consent'],
  ],
  'src/app/public-layout.tsx': [
    [
      'a page keeps the preview of the one before',
      'for (const tag of document.querySelectorAll(META_TAGS)) tag.remove()',
      '',
      'e2e',
      'head',
    ],
  ],
  'src/app/offline.ts': [
    [
      'no page is there without a connection',
      'await navigator.serviceWorker.register(workerUrl())',
      '',
      'e2e',
      'offline',
    ],
    ['pages reached by a link are not cached', '      cache(last)\n', '', 'e2e', 'offline'],
  ],
  'src/app/start.tsx': [['a page that fails goes blank', 'newRoot.append(...before)', '', 'e2e', 'start-up']],
  'src/main.tsx': [
    ['a page whose scripts failed stays dead', 'await firstInteraction()\n    await start()', '', 'e2e', 'start-up'],
  ],
  'index.html': [['clicks before hydration are lost', 'queue.add(el)', '', 'e2e', 'start-up']],
  'src/styles/index.css': [
    [
      'what has the focus lies beneath the banner',
      'scroll-padding-bottom: var(--reserved-bottom, 0px);',
      '',
      'e2e',
      'consent',
    ],
    ['motion ignores who asked for none', 'animation-duration: 0.01ms !important;', '', 'e2e', 'pages'],
    [
      'a form that cannot be sent is offered without scripts',
      '.needs-scripts {\n    display: none;',
      '.needs-scripts {\n    display: block;',
      'e2e',
      'pages start-up',
    ],
  ],
  'src/features/consent/cookie-banner.tsx': [
    [
      'the focus is lost when the banner closes',
      'if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })',
      '',
      'e2e',
      'consent',
    ],
  ],
}
