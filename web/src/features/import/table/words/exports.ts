import type { ColumnUse } from '../column-use.ts';

/** A kind of file that another product writes. */
export interface KnownExport {
  /** The product's. */
  name: string;
  /** Headings that all of its files have, and together no other's. */
  has: readonly string[];
  /** What its columns are, by their headings, of which those that end in '*' begin so. The others are not read. */
  uses: Readonly<Record<string, ColumnUse>>;
  /** The column that is the same in the rows of one dish, of which only the first may have its name. */
  group?: string;
}

export const KNOWN_EXPORTS: readonly KnownExport[] = [
  {
    name: 'Square',
    has: ['Item Name', 'Variation Name'],
    uses: {
      'Item Name': 'name',
      'Variation Name': 'size',
      Description: 'description',
      Categories: 'categoryId',
      Category: 'categoryId',
      Price: 'price',
      Archived: 'archived',
      'Square Online Item Visibility': 'published',
      Sellable: 'published',
    },
  },
  {
    name: 'Toast',
    has: ['Entity type', 'Pricing strategy'],
    uses: {
      Name: 'name',
      'Entity name': 'name',
      'Menu group': 'categoryId',
      'Parent name': 'categoryId',
      Description: 'description',
      Price: 'price',
      'Base price': 'price',
      Archived: 'archived',
    },
  },
  {
    name: 'Clover',
    has: ['Name', 'Price', 'Price Type'],
    uses: {
      Name: 'name',
      Price: 'price',
      Category: 'categoryId',
      Categories: 'categoryId',
      Labels: 'categoryId',
      Description: 'description',
      Hidden: 'archived',
      'Non-revenue item': 'archived',
    },
  },
  {
    name: 'Lightspeed',
    has: ['Description', 'Default Cost', 'Price'],
    uses: { Description: 'name', Item: 'name', Category: 'categoryId', Price: 'price', Archived: 'archived' },
  },
  {
    name: 'Lightspeed',
    has: ['name', 'supply_price', 'retail_price'],
    uses: {
      name: 'name',
      product_category: 'categoryId',
      description: 'description',
      retail_price: 'price',
      variant_option_one_value: 'size',
      variant_option_two_value: 'size',
      active: 'published',
    },
    group: 'handle',
  },
  {
    name: 'Loyverse',
    has: ['Handle', 'SKU', 'Name', 'Sold by weight'],
    uses: {
      Name: 'name',
      Category: 'categoryId',
      Description: 'description',
      'Option 1 value': 'size',
      'Option 2 value': 'size',
      'Option 3 value': 'size',
      'Available for sale*': 'isAvailable',
      'Price*': 'price',
      'Default price': 'price',
    },
    group: 'Handle',
  },
  {
    name: 'Shopify',
    has: ['Handle', 'Title', 'Variant Price'],
    uses: {
      Title: 'name',
      'Body (HTML)': 'description',
      Type: 'categoryId',
      Published: 'published',
      Status: 'published',
      'Option1 Value': 'size',
      'Option2 Value': 'size',
      'Option3 Value': 'size',
      'Variant Price': 'price',
      'Image Src': 'image',
      'Gift Card': 'archived',
    },
    group: 'Handle',
  },
  {
    name: 'WooCommerce',
    has: ['Type', 'Name', 'Published', 'Regular price'],
    uses: {
      Name: 'name',
      Published: 'published',
      'Visibility in catalog': 'published',
      'Short description': 'description',
      Description: 'description',
      'In stock?': 'isAvailable',
      'Regular price': 'price',
      Categories: 'categoryId',
      Images: 'image',
    },
  },
  {
    name: 'SumUp',
    has: ['Item name', 'Variations', 'Price'],
    uses: {
      'Item name': 'name',
      Variations: 'size',
      'Is variation visible*': 'published',
      Price: 'price',
      'Description*': 'description',
      Category: 'categoryId',
    },
  },
  {
    name: 'Odoo',
    has: ['Name', 'Sales Price', 'Cost'],
    uses: {
      Name: 'name',
      'Sales Price': 'price',
      'Point of Sale Category': 'categoryId',
      'Sales Description': 'description',
      Active: 'published',
      'Can be Sold': 'published',
      'Available in POS': 'published',
    },
  },
];
