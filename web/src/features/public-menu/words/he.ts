import type { Words } from './words.ts';

export const he: Words = {
  menu: 'תפריט',
  title: 'התפריט של {name}',
  summary: 'מה מגישים היום ב־{name}, במחירים מעודכנים.',
  language: 'שפה',
  close: 'סגירה',

  loading: 'התפריט נטען…',
  missing: 'התפריט לא נמצא. כדאי לבדוק את הכתובת ולנסות שוב.',
  retry: 'לנסות שוב',
  offline: 'אין חיבור לרשת. התפריט נכון ל־{time}.',
  mayHaveChanged: 'ייתכן שהמחירים והמנות השתנו מאז.',

  openUntil: 'פתוח עד 22:00',
  categories: 'קטגוריות בתפריט',
  allItems: 'כל המנות',
  more: 'עוד',
  next: 'הבא: {name}',
  comingSoon: 'התפריט יעלה בקרוב.',
  emptyCategory: 'אין כאן כלום כרגע.',

  search: 'חיפוש בתפריט',
  searchHint: 'חיפוש מנות',
  closeSearch: 'סגירת החיפוש',
  noDishes: 'לא נמצאו מנות',
  dishes: { one: 'מנה אחת', two: 'שתי מנות', other: '{count} מנות' },
  soldOutHidden: {
    one: 'מנה אחת שאזלה מוסתרת',
    two: 'שתי מנות שאזלו מוסתרות',
    other: '{count} מנות שאזלו מוסתרות',
  },
  hideSoldOut: 'להסתיר מה שאזל',

  outOfStock: 'אזל',
  popular: 'פופולרי',
  featured: 'מומלץ',
  expand: 'עוד',
  collapse: 'פחות',
  about: 'על {name}',

  readyToOrder: 'מוכנים להזמין?',
  askServer: 'אפשר לפנות למלצרים.',
  callOrVisit: 'התקשרו אלינו או קפצו לביקור.',
  callUs: 'התקשרו אלינו, ואנחנו נדאג לשאר.',
  visitUs: 'קפצו לביקור, יש לנו שולחן בשבילכם.',
  tellServer: 'פשוט ספרו למלצרים מה תרצו.',
  call: 'להתקשר',
  directions: 'הוראות הגעה',
  madeBy: 'תפריט מבית {product}',

  updated: 'התפריט עודכן.',
  nowCosts: 'המחיר של {name} עכשיו {price}.',
  nowSoldOut: '{name} – אזל.',
  nowAvailable: '{name} – שוב בתפריט.',
  nowNew: 'חדש: {name}.',
  nowGone: '{name} – כבר לא בתפריט.',
};
