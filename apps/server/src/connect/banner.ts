import type { IncomingMessage } from 'node:http'

export const bannerPath = '/.connect/banner.js'
export const statusPath = '/.connect/status'

/** Appended after the end of the document, so that it need not be parsed; browsers run it as part of the body. */
export const bannerTag = `<script src="${bannerPath}" defer></script>`

/** True if the target's own policy allows a script from the same host. */
function allowsOwnScripts(policy: string): boolean {
  const directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim().toLowerCase().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources] as const),
  )
  if (directives.has('sandbox') && !directives.get('sandbox')?.includes('allow-scripts')) return false
  const sources = directives.get('script-src-elem') ?? directives.get('script-src') ?? directives.get('default-src')
  if (!sources) return true
  return (sources.includes("'self'") || sources.includes('*')) && !sources.includes("'strict-dynamic'")
}

/** True for a complete HTML document in an encoding that contains ASCII, not compressed. */
export function isPlainHtml({ statusCode, headers }: IncomingMessage): boolean {
  const type = headers['content-type'] ?? ''
  if (statusCode !== 200 || !/^text\/html\b/i.test(type) || /charset\s*=\s*"?utf-(16|32)/i.test(type)) return false
  if (/attachment/i.test(headers['content-disposition'] ?? '')) return false
  return ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
}

/** True for such a document whose policy allows the banner. */
export function mayShowBanner(answer: IncomingMessage): boolean {
  if (!isPlainHtml(answer)) return false
  return [answer.headers['content-security-policy'] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .every(allowsOwnScripts)
}

const styles =
  ':host{all:initial}div{position:fixed;right:12px;bottom:12px;z-index:2147483647;font:13px/1.4 system-ui,sans-serif;background:#1c2430;color:#fff;border-radius:6px;padding:6px 10px;box-shadow:0 2px 8px #0006;display:flex;gap:10px;align-items:center}div.low{background:#8a2b0e}a{color:#cfe3f7}button{all:unset;cursor:pointer;padding:0 4px}button:focus-visible,a:focus-visible{outline:2px solid #fff}'

/**
 * The banner with the remaining time. It is in a shadow root, which the page's styles do not reach, on top of the page.
 */
export function bannerScript(session: { secondsLeft: number; extendAt: string }): string {
  return `(()=>{
if(window.top!==window)return
let ends=Date.now()+${Math.max(0, Math.floor(session.secondsLeft))}*1000,hidden=false,warned=false
const host=document.createElement('remote-session'),root=host.attachShadow({mode:'closed'}),sheet=new CSSStyleSheet()
sheet.replaceSync(${JSON.stringify(styles)})
root.adoptedStyleSheets=[sheet]
const box=document.createElement('div'),text=document.createElement('span'),link=document.createElement('a'),close=document.createElement('button')
box.setAttribute('role','status')
link.href=${JSON.stringify(session.extendAt)}
link.target='_blank'
link.rel='noopener noreferrer'
link.textContent='Extend'
close.textContent='\\u00d7'
close.setAttribute('aria-label','Hide')
close.onclick=()=>{hidden=true;draw()}
box.append(text,link,close)
root.append(box)
document.documentElement.append(host)
const words=left=>left>=3600?Math.floor(left/3600)+' h '+Math.floor(left%3600/60)+' min':left>=120?Math.floor(left/60)+' min':left+' s'
function draw(){
const left=Math.max(0,Math.round((ends-Date.now())/1000)),low=left<=120
if(low&&!warned)hidden=false
warned=low
box.className=low?'low':''
text.textContent=left>0?'Remote session: '+words(left)+' left':'The remote session has ended'
link.style.display=low&&left>0?'':'none'
host.style.setProperty('display',hidden?'none':'block','important')
}
async function ask(){try{const answer=await fetch(${JSON.stringify(statusPath)},{cache:'no-store'});if(answer.ok)ends=Date.now()+(await answer.json()).seconds_left*1000
else if(answer.status===410)ends=Date.now()}catch{}}
draw()
setInterval(draw,1000)
setInterval(ask,30000)
})()`
}
