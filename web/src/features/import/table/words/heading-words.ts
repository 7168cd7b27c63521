import type { ColumnUse } from '../column-use.ts';

// What the columns of other people's tables are called, in the 13 languages of the product: en, de, fr, es, it, pt, nl, pl, tr, ar, he,
// ja, zh. Lowercase, with blanks for underscores; '|' separates them.

/** Headings that say exactly what a column has. */
export const EXACT = {
  name: 'name|dish name|item name|product name|bezeichnung|nom|nombre|nome|naam|nazwa|adı|ad|isim|ürün adı|الاسم|اسم|اسم الصنف|اسم المنتج|שם|שם המנה|名前|商品名|品名|料理名|メニュー名|名称|品名|菜名|商品名称|название|наименование|блюдо|назва|страва|název|jídlo|namn|rätt|navn|ret|nimi|étel|denumire|όνομα|ชื่อ|tên món|메뉴|메뉴명|이름',
  price:
    'price|selling price|sales price|gross price|price gross|menu price|preis|verkaufspreis|bruttopreis|vk|vk preis|prix|prix de vente|prix ttc|ttc|precio|precio de venta|pvp|prezzo|prezzo di vendita|preço|preço de venda|prijs|verkoopprijs|cena|cena sprzedaży|cena brutto|fiyat|fiyatı|satış fiyatı|السعر|سعر|سعر البيع|מחיר|מחיר מכירה|価格|値段|販売価格|税込価格|料金|价格|售价|单价|價格|цена|цена продажи|ціна|prodejní cena|pris|hinta|ár|preț|pret|τιμή|ราคา|giá|가격',
  categoryId:
    'category|category name|kategorie|catégorie|categoria|categoría|categorie|kategoria|kategori|القسم|الفئة|التصنيف|קטגוריה|カテゴリー|カテゴリ|分類|类别|分类|類別|категория|категорія|luokka|κατηγορία|หมวดหมู่|danh mục|분류|카테고리',
  description:
    'description|beschreibung|descrizione|descripción|descrição|omschrijving|beschrijving|opis|açıklama|tanım|الوصف|وصف|תיאור|説明|商品説明|描述|说明|簡介|описание|опис|popis|beskrivning|beskrivelse|kuvaus|leírás|descriere|περιγραφή|mô tả|설명',
  isAvailable:
    'available|availability|available for sale|in stock|stock status|verfügbar|verfügbarkeit|lieferbar|disponible|disponibilité|en stock|disponibilidad|disponibile|disponibilità|disponível|disponibilidade|beschikbaar|op voorraad|dostępne|dostępny|dostępność|mevcut|stokta|متوفر|متاح|التوفر|זמין|במלאי|販売中|在庫|提供中|有货|供应|是否可售|в наличии|доступно|доступність|dostupné|dostupnost|tillgänglig|tilgængelig|tilgjengelig|saatavilla',
  soldOut:
    "sold out|soldout|out of stock|unavailable|86|86'd|ausverkauft|nicht verfügbar|nicht lieferbar|épuisé|en rupture|rupture de stock|indisponible|agotado|no disponible|esaurito|non disponibile|esgotado|indisponível|uitverkocht|niet beschikbaar|wyprzedane|wyprzedany|niedostępne|niedostępny|tükendi|mevcut değil|نفد|غير متوفر|אזל|אזל מהמלאי|לא זמין|売り切れ|売切|品切れ|在庫切れ|售罄|缺货|停售|стоп-лист|нет в наличии|vyprodáno|slutsåld|slut|udsolgt|utsolgt",
  energy:
    'energy|calories|kcal|energie|kalorien|énergie|energía|calorías|energia|calorie|calorias|calorieën|kalorie|kalori|السعرات|سعرات حرارية|קלוריות|カロリー|卡路里|热量',
  spice:
    'spiciness|spice level|schärfe|piquant|picante|piccante|pittigheid|ostrość|acılık|درجة الحرارة|חריפות|辛さ|辣度',
  image:
    'picture|image|photo|image url|photo url|picture url|bild|foto|image src|images|imagen|immagine|imagem|afbeelding|zdjęcie|obraz|resim|görsel|الصورة|صورة|תמונה|画像|写真|图片|照片',
  size: 'size|variation|variation name|variant|größe|variante|taille|format|tamaño|formato|misura|tamanho|maat|formaat|rozmiar|wielkość|boyut|porsiyon|الحجم|حجم|גודל|サイズ|规格|尺寸|份量',
  published:
    'published|active|visible|enabled|online|status|sellable|for sale|can be sold|available in pos|on menu|show|shown|show on menu|visibility|listed|auf der karte|anzeigen|sichtbarkeit|affiché|visibilité|mostrar|visibilidad|mostra|visibilità|visibilidade|tonen|widoczność|görünür|ظاهر|מוצג|表示|显示|aktiv|sichtbar|veröffentlicht|actif|publié|activo|publicado|attivo|pubblicato|ativo|actief|zichtbaar|aktywny|widoczny|aktif|نشط|פעיל|公開|状态|状態|активно|активен|aktivní|aktivt|на сайте',
  archived:
    'archived|hidden|discontinued|deleted|inactive|disabled|hide|versteckt|ausgeblendet|inaktiv|gelöscht|masqué|caché|inactif|supprimé|oculto|oculta|inactivo|eliminado|nascosto|inattivo|eliminato|escondido|inativo|verborgen|inactief|verwijderd|ukryty|ukryte|nieaktywny|gizli|pasif|silinmiş|مخفي|محذوف|מוסתר|לא פעיל|非公開|隐藏|archiviert|archivé|archivado|archiviato|arquivado|gearchiveerd|zarchiwizowane|arşivlendi|مؤرشف|בארכיון|非表示|已归档|скрыто|скрыт|приховано|skryto|skryté|skjult|dold|piilotettu|rejtett|ascuns',
} as const satisfies Partial<Record<ColumnUse, string>>;

/** Headings that may have it, where none says it exactly. */
export const VAGUE = {
  name: 'dish|drink|getränk|boisson|bebida|bevanda|drank|napój|içecek|مشروب|משקה|ドリンク|饮料|item|product|title|menu item|gericht|speise|artikel|produkt|plat|article|produit|intitulé|plato|artículo|producto|piatto|articolo|prodotto|prato|artigo|produto|item|gerecht|artikel|danie|potrawa|produkt|yemek|ürün|الصنف|الطبق|المنتج|מנה|מוצר|פריט|料理|メニュー|商品|品目|菜品|商品|产品',
  price: 'regular price|base price|list price|retail price|unit price|price each|tarif|tarifa|tariffa|einzelpreis|vp',
  categoryId:
    'section|group|course|menu section|menu group|rubrik|gruppe|warengruppe|abschnitt|rubrique|groupe|sección|grupo|sezione|gruppo|portata|seção|groep|sectie|gang|grupa|dział|bölüm|grup|مجموعة|קבוצה|グループ|ジャンル|部门|组',
  description:
    'details|short description|long description|ingredients|zutaten|détails|ingrédients|ingredientes|detalles|ingredienti|dettagli|detalhes|ingrediënten|składniki|içindekiler|المكونات|רכיבים|材料|配料',
} as const satisfies Partial<Record<ColumnUse, string>>;

/** Words about the thing that a heading may add: "product price", "item category". */
export const OF_A_DISH =
  'product|item|dish|menu|food|article|produkt|artikel|gericht|speisen|plat|produit|producto|plato|artículo|prodotto|piatto|articolo|produto|prato|gerecht|danie|dania|potrawy|produktu|ürün|yemek|yemeğin|gross|brutto|incl vat|inkl mwst|ttc|lordo|bruto|our|unser|is|mi|the|de|du|der|of|del|des';

/** Words of headings whose numbers are no price for guests, and of columns that are about something else. */
export const NOT_A_PRICE =
  'pence|cents|centimes|grosze|cost|costs|purchase|buying|supply|wholesale|net|amount|quantity|qty|number|no|nr|sku|id|uuid|guid|token|handle|code|barcode|ean|upc|gtin|plu|tax|vat|supplier|vendor|stock|weight|compare at|discount|margin|profit|' +
  'kosten|einkauf|einkaufspreis|ek|netto|nettopreis|menge|anzahl|nummer|artikelnummer|art nr|artnr|steuer|mwst|ust|lieferant|bestand|gewicht|rabatt|marge|' +
  "coût|achat|prix d'achat|ht|quantité|numéro|référence|réf|tva|fournisseur|remise|" +
  'coste|costo|compra|neto|cantidad|número|código|impuesto|iva|proveedor|descuento|' +
  'acquisto|quantità|numero|codice|fornitore|sconto|custo|quantidade|fornecedor|' +
  'kostprijs|inkoop|inkoopprijs|aantal|nummer|btw|leverancier|' +
  'koszt|zakup|zakupu|ilość|numer|kod|podatek|dostawca|' +
  'maliyet|alış|adet|miktar|numara|kdv|tedarikçi|' +
  'التكلفة|تكلفة|الشراء|الكمية|الرقم|رمز|الضريبة|עלות|כמות|מספר|מק"ט|מע"מ|ספק|' +
  'себестоимость|закупка|закупочная|ндс|артикул|собівартість|пдв|nákup|nákupní|dph|inköp|inköpspris|indkøb|moms|kostpris|áfa|tva';

/** The same in languages that put no blanks between words. */
export const NOT_A_PRICE_JOINED =
  '原価|仕入|税抜|数量|番号|品番|コード|税率|在庫数|成本|进价|采购|编号|编码|条码|税|库存';

/** What says that a price is the one for guests, although it names a tax. */
export const TAX_INCLUDED =
  'incl vat|including vat|inc vat|incl tax|including tax|inkl mwst|inkl ust|inklusive mwst|mit mwst|tva comprise|tva incluse|avec tva|iva incluido|con iva|iva inclusa|iva compresa|iva incluído|com iva|incl btw|inclusief btw|z vat|kdv dahil|شامل الضريبة|כולל מע"מ';
