/** Style of the mailbox page. */
export const MAILBOX_STYLE = `
:root { color-scheme: light; --ink: #1d232a; --soft: #5b6470; --line: #dfe3e7; --green: #1a7a2b }
* { box-sizing: border-box }
body { margin: 0; height: 100vh; display: grid; grid-template: auto 1fr / minmax(0, 1fr); font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: #f4f5f6 }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 24px; background: #fff; border-bottom: 3px solid #2cb53f }
h1 { margin: 0 auto 0 0; font-size: 20px }
#count { display: inline-block; min-width: 1.8em; padding: 0 .5em; border-radius: 1em; background: var(--green); color: #fff; font-size: 14px; text-align: center }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center } input { min-width: 0 }
input, button { font: inherit; padding: 5px 10px; border: 1px solid #8a939d; border-radius: 6px; background: #fff; color: inherit }
button { cursor: pointer } button:hover { background: #eef0f2 }
:focus-visible { outline: 3px solid #2cb53f; outline-offset: 2px }
main { min-height: 0; display: grid; grid-template-columns: minmax(240px, 360px) minmax(0, 1fr) }
nav { overflow: auto; border-right: 1px solid var(--line); background: #fff }
#nothing { padding: 24px; color: var(--soft) }
ol { list-style: none; margin: 0; padding: 0 }
li a { position: relative; display: block; padding: 12px 24px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none }
li a:hover { background: #f4f5f6 } li a[aria-current] { background: #e9f6eb; box-shadow: inset 4px 0 #2cb53f }
.subject { display: block; padding-right: 64px; font-weight: 600; overflow: hidden; overflow-wrap: anywhere } .to { color: var(--soft); overflow-wrap: anywhere }
li time { position: absolute; top: 13px; right: 24px; color: var(--soft); font-size: 13px }
article { overflow: auto; padding: 24px 32px; display: flex; flex-direction: column }
h2 { margin: 0 0 12px; font-size: 22px; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0 0 16px } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
iframe { flex: 1 0 480px; width: 100%; border: 1px solid var(--line); border-radius: 8px; background: #fff }
details { margin-top: 16px } summary { cursor: pointer; color: var(--green) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: #fff }
a { color: var(--green) }
@media (max-width: 720px) { body { height: auto } main { display: block } article { padding: 16px } nav { max-height: 40vh; border-right: 0 } }
`

/** Looks for news and changes only the list: what is being read, scrolled or selected stays as it is. */
export const MAILBOX_SCRIPT = `
const list = document.getElementById('mails')
let shown = list.innerHTML
setInterval(async () => {
  if (document.hidden) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const open = document.querySelector('article').innerHTML.trim() === ''
  for (const mail of fresh.querySelectorAll('#mails a')) mail.removeAttribute('aria-current')
  const reading = list.querySelector('[aria-current]')?.getAttribute('href')
  if (reading) for (const mail of fresh.querySelectorAll('#mails a')) if (mail.getAttribute('href') === reading) mail.setAttribute('aria-current', 'true')
  const html = fresh.getElementById('mails').innerHTML
  if (html === shown) return
  if (open && html) return location.reload()
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : undefined
  list.innerHTML = shown = html
  list.querySelector('a[href="' + focused + '"]')?.focus()
  document.title = fresh.title
  document.getElementById('count').textContent = fresh.getElementById('count').textContent
  document.getElementById('nothing').hidden = fresh.getElementById('nothing').hidden
}, 2000)
`
