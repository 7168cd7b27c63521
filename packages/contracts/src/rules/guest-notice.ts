import { PRODUCT_NAME } from '../product.ts';
import { directionOf, languageAndScript } from './languages.ts';

// The page that a guest reads in place of a menu. No zod here: phones load this file with the worker that keeps menus.

/** What it says in each language; `missing`, `scanned` and `retry` are the guests' page's, too. */
export const NOTICE_TEXTS = {
  en: {
    missing: 'Menu not found. Please check the URL and try again.',
    scanned: 'Scanned a code? Please ask the staff.',
    retry: 'Try again',
    unavailable: 'The menu is unavailable right now.',
    again: 'Please try again in a moment, or ask the staff.',
    offline: 'You’re offline.',
    unread: 'This menu isn’t on your device yet.',
  },
  de: {
    missing: 'Speisekarte nicht gefunden. Bitte prüfen Sie die Adresse und versuchen Sie es noch einmal.',
    scanned: 'Einen Code gescannt? Bitte fragen Sie das Personal.',
    retry: 'Noch einmal versuchen',
    unavailable: 'Die Speisekarte ist gerade nicht erreichbar.',
    again: 'Bitte versuchen Sie es gleich noch einmal, oder fragen Sie das Personal.',
    offline: 'Sie sind offline.',
    unread: 'Diese Speisekarte ist noch nicht auf Ihrem Gerät.',
  },
  fr: {
    missing: 'Carte introuvable. Vérifiez l’adresse et réessayez.',
    scanned: 'Vous avez scanné un code ? Demandez au personnel.',
    retry: 'Réessayer',
    unavailable: 'La carte est momentanément indisponible.',
    again: 'Réessayez dans un instant ou demandez au personnel.',
    offline: 'Vous êtes hors ligne.',
    unread: 'Cette carte n’est pas encore sur votre appareil.',
  },
  es: {
    missing: 'No encontramos la carta. Revisa la dirección e inténtalo de nuevo.',
    scanned: '¿Escaneaste un código? Pregunta al personal.',
    retry: 'Intentar de nuevo',
    unavailable: 'La carta no está disponible en este momento.',
    again: 'Inténtalo de nuevo en un momento o pregunta al personal.',
    offline: 'Estás sin conexión.',
    unread: 'Esta carta aún no está en tu dispositivo.',
  },
  it: {
    missing: 'Menù non trovato. Controlla l’indirizzo e riprova.',
    scanned: 'Hai scansionato un codice? Chiedi al personale.',
    retry: 'Riprova',
    unavailable: 'Il menù non è disponibile in questo momento.',
    again: 'Riprova tra un attimo o chiedi al personale.',
    offline: 'Sei offline.',
    unread: 'Questo menù non è ancora sul tuo dispositivo.',
  },
  pt: {
    missing: 'Cardápio não encontrado. Confira o endereço e tente de novo.',
    scanned: 'Leu um código? Pergunte à equipe.',
    retry: 'Tentar de novo',
    unavailable: 'O cardápio está indisponível no momento.',
    again: 'Tente de novo em instantes ou pergunte à equipe.',
    offline: 'Você está sem conexão.',
    unread: 'Este cardápio ainda não está no seu aparelho.',
  },
  nl: {
    missing: 'Menukaart niet gevonden. Controleer het adres en probeer het opnieuw.',
    scanned: 'Een code gescand? Vraag het aan het personeel.',
    retry: 'Opnieuw proberen',
    unavailable: 'De menukaart is op dit moment niet beschikbaar.',
    again: 'Probeer het zo opnieuw of vraag het aan het personeel.',
    offline: 'Je bent offline.',
    unread: 'Deze menukaart staat nog niet op je apparaat.',
  },
  pl: {
    missing: 'Nie znaleziono menu. Sprawdź adres i spróbuj ponownie.',
    scanned: 'Skanujesz kod? Zapytaj obsługę.',
    retry: 'Spróbuj ponownie',
    unavailable: 'Menu jest chwilowo niedostępne.',
    again: 'Spróbuj ponownie za chwilę lub zapytaj obsługę.',
    offline: 'Jesteś offline.',
    unread: 'Tego menu nie ma jeszcze na Twoim urządzeniu.',
  },
  tr: {
    missing: 'Menü bulunamadı. Lütfen adresi kontrol edip yeniden deneyin.',
    scanned: 'Bir kod mu okuttunuz? Lütfen personele sorun.',
    retry: 'Yeniden dene',
    unavailable: 'Menü şu anda kullanılamıyor.',
    again: 'Birazdan yeniden deneyin veya personele sorun.',
    offline: 'Çevrimdışısınız.',
    unread: 'Bu menü henüz cihazınızda yok.',
  },
  ar: {
    missing: 'لم نعثر على القائمة. يُرجى التأكد من العنوان والمحاولة مرة أخرى.',
    scanned: 'هل مسحت رمزًا؟ يُرجى سؤال العاملين.',
    retry: 'حاول مرة أخرى',
    unavailable: 'القائمة غير متاحة حاليًا.',
    again: 'يُرجى المحاولة مرة أخرى بعد قليل أو سؤال العاملين.',
    offline: 'أنت غير متصل بالإنترنت.',
    unread: 'هذه القائمة غير محفوظة على جهازك بعد.',
  },
  he: {
    missing: 'התפריט לא נמצא. כדאי לבדוק את הכתובת ולנסות שוב.',
    scanned: 'סרקתם קוד? אפשר לשאול את הצוות.',
    retry: 'לנסות שוב',
    unavailable: 'התפריט אינו זמין כרגע.',
    again: 'אפשר לנסות שוב בעוד רגע או לשאול את הצוות.',
    offline: 'אין חיבור לאינטרנט.',
    unread: 'התפריט הזה עדיין לא נשמר במכשיר.',
  },
  ja: {
    missing: 'メニューが見つかりません。URLをご確認のうえ、もう一度お試しください。',
    scanned: 'コードを読み取られた方は、スタッフにお尋ねください。',
    retry: 'もう一度試す',
    unavailable: 'メニューは現在ご利用いただけません。',
    again: '少し待ってからもう一度お試しいただくか、スタッフにお尋ねください。',
    offline: 'オフラインです。',
    unread: 'このメニューはまだこの端末に保存されていません。',
  },
  'zh-Hans': {
    missing: '找不到该菜单。请检查网址后重试。',
    scanned: '扫码而来？请询问店员。',
    retry: '重试',
    unavailable: '菜单暂时无法显示。',
    again: '请稍后重试，或询问店员。',
    offline: '您已离线。',
    unread: '此菜单尚未保存到您的设备。',
  },
};

export type NoticeLanguage = keyof typeof NOTICE_TEXTS;

/** The languages of notices: English, and the others. */
export const NOTICE_LANGUAGES = {
  base: 'en',
  others: (Object.keys(NOTICE_TEXTS) as NoticeLanguage[]).filter((tag) => tag !== 'en'),
};

const byLanguageAndScript = new Map(
  (Object.keys(NOTICE_TEXTS) as NoticeLanguage[]).map((tag) => [languageAndScript(tag), tag]),
);

/** The language of a notice for a device with these language tags, best first. */
export const noticeLanguage = (tags: readonly string[]): NoticeLanguage =>
  tags.map((tag) => byLanguageAndScript.get(languageAndScript(tag))).find((tag) => tag !== undefined) ?? 'en';

type Text = keyof (typeof NOTICE_TEXTS)['en'];

const NOTICES = {
  missing: { heading: 'missing', text: 'scanned', canRetry: false },
  unavailable: { heading: 'unavailable', text: 'again', canRetry: true },
  offline: { heading: 'offline', text: 'unread', canRetry: true },
} satisfies Record<string, { heading: Text; text: Text; canRetry: boolean }>;

/** As attributes: the site's policies allow no other styles here. A browser without light-dark() has its own colors. */
const STYLE = {
  body: 'margin:0;background:Canvas;background:light-dark(#faf6ee,#171510);color:CanvasText;color:light-dark(#221d15,#f4eee1);font:1rem/1.6 Figtree,ui-sans-serif,system-ui,sans-serif',
  main: 'box-sizing:border-box;min-height:100vh;min-height:100dvh;max-width:28rem;margin:0 auto;padding:3rem 1.5rem;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1.75rem;text-align:center',
  h1: 'margin:0;font:560 1.875rem/1.25 Fraunces,ui-serif,Georgia,serif;text-wrap:balance',
  p: 'margin:-.75rem 0 0;color:light-dark(#5d5445,#beb4a2)',
  a: 'box-sizing:border-box;display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border:1px solid;border-color:light-dark(#cfc3ac,#50493d);border-radius:99px;background:light-dark(#fffdf9,#211e18);color:inherit;font-weight:600;text-decoration:none',
};

const LOGO =
  '<svg aria-hidden="true" width="48" height="48" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0b6248" style="fill:light-dark(#0b6248,#4fc197)"/>' +
  '<g fill="none" stroke="#fffdf8" style="stroke:light-dark(#fffdf8,#06241a)" stroke-linecap="round"><path d="M6.5 11.25h19" stroke-width="3"/>' +
  '<path d="M16 11.5v9.25c0 2.2-1.9 3.75-4.75 3.75M16 20.75c0 2.2 1.9 3.75 4.75 3.75" stroke-width="2.6"/></g>' +
  '<circle cx="21.2" cy="7" r="1.9" fill="#f0795a" style="fill:light-dark(#f0795a,#8d2b12)"/></svg>';

/** The HTML of a notice: a whole page like that of a menu that is not found, without a script. */
export function guestNotice(notice: keyof typeof NOTICES, language: NoticeLanguage): string {
  const texts = NOTICE_TEXTS[language];
  const { heading, text, canRetry } = NOTICES[notice];
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    `<title>${texts[heading]} · ${PRODUCT_NAME}</title></head><body style="${STYLE.body}"><main style="${STYLE.main}">${LOGO}` +
    `<h1 style="${STYLE.h1}">${texts[heading]}</h1><p style="${STYLE.p}">${texts[text]}</p>` +
    `${canRetry ? `<a href="" style="${STYLE.a}">${texts.retry}</a>` : ''}</main></body></html>`
  );
}
