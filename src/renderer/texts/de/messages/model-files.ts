/** Model files that can't be opened or used. */
import type { modelFiles as english } from '../../../../shared/messages/en/model-files.ts'

export const modelFiles: Record<keyof typeof english, string> = {
  'model_file.missing':
    'Die Modelldatei „{name}“ lässt sich nicht öffnen. Prüfen Sie, ob sie noch da ist und gelesen werden darf.',
  'model_file.unreadable':
    '„{name}“ lässt sich nicht als ONNX-Modell lesen. Die Datei ist vielleicht beschädigt oder unvollständig: Laden Sie sie erneut herunter oder exportieren Sie sie neu.',
  'model_file.is_ultralytics':
    '„{name}“ ist eine PyTorch-Datei von Ultralytics. Exportieren Sie sie nach ONNX: {command}',
  'model_file.is_pytorch':
    '„{name}“ ist eine PyTorch-Datei. Exportieren Sie sie nach ONNX: ein Modell von Ultralytics mit {command}; andere in ihrem eigenen Code mit {code}',
  'model_file.is_torchscript': '„{name}“ ist eine TorchScript-Datei. Exportieren Sie sie in Python nach ONNX: {code}',
  'model_file.is_safetensors':
    '„{name}“ ist eine safetensors-Datei: Gewichte ohne ihr Netz. Exportieren Sie das Modell in seinem Ordner, mit seiner config.json: {command}',
  'model_file.is_tensorrt':
    '„{name}“ ist eine TensorRT-Engine, für eine Art von GPU übersetzt, und lässt sich nicht zurückverwandeln. Exportieren Sie die Datei, aus der sie entstand: {command}',
  'model_file.foreign_command': '„{name}“ ist ein Modell von {format}. Wandeln Sie es nach ONNX um: {command}',
  'model_file.foreign_code': '„{name}“ ist ein Modell von {format}. Wandeln Sie es in Python nach ONNX um: {code}',
  'model_file.foreign_origin':
    '„{name}“ ist ein Modell von {format}, das nichts nach ONNX zurückverwandelt. Exportieren Sie die Datei, aus der es entstand; ein Modell von Ultralytics mit {command}',
  'model_file.foreign_nothing':
    '„{name}“ ist eine Datei von {format}, kein Modell, das Objekte in Bildern findet. Wählen Sie eine ONNX-Datei.',
  'model_file.is_archive': '„{name}“ ist ein ZIP-Archiv. Entpacken Sie es und wählen Sie die ONNX-Datei darin.',
  'model_file.is_web_page':
    '„{name}“ ist eine Webseite statt eines Modells. Verwenden Sie den Link der Datei selbst, etwa den ihrer Schaltfläche zum Herunterladen.',
  'model_file.is_lfs_pointer':
    '„{name}“ ist ein Verweis von Git LFS statt des Modells. Holen Sie die Datei mit „git lfs pull“ oder laden Sie sie von ihrer Webseite herunter.',
  'model_file.archive_without_model':
    '„{name}“ enthält keine ONNX-Datei. Legen Sie die .onnx-Datei in das Archiv und die Dateien ihrer Gewichte daneben.',
  'model_file.archive_of_models':
    '„{name}“ enthält {count} ONNX-Dateien: {files}. Entpacken Sie das Archiv und wählen Sie eine davon.',
  'model_file.archive_inflates':
    '„{name}“ ist nicht verwendbar: Die Datei „{file}“ darin wird beim Entpacken größer, als es Gewichte eines Modells werden. Wählen Sie die ONNX-Datei selbst.',
  'model_file.archive_unreadable':
    '„{name}“ lässt sich nicht als ZIP-Archiv lesen ({reason}). Laden Sie es erneut herunter oder packen Sie es neu.',
  'model_file.weights_apart':
    '„{name}“ ist nicht verwendbar: Die Gewichte liegen in einer anderen Datei, die das Modell nicht nennt. Speichern Sie es als eine Datei: onnx.save(onnx.load("model.onnx"), "one-file.onnx").',
  'model_file.weights_in':
    '„{name}“ ist nicht verwendbar: Die Gewichte liegen in einer anderen Datei, „{file}“, die fehlt. Importieren Sie beide Dateien zusammen: Ziehen oder wählen Sie beide, ihren Ordner oder ein ZIP-Archiv mit beiden.',
  'model_file.data_name':
    '„{name}“ ist nicht verwendbar: Das Modell sucht seine Gewichte in „{file}“, und das ist kein einfacher Name einer Datei im eigenen Ordner. Speichern Sie es als eine Datei: onnx.save(onnx.load("model.onnx"), "one-file.onnx").',
  'model_file.data_unreadable':
    '„{name}“ ist nicht verwendbar: Die Datei der Gewichte, „{file}“, lässt sich nicht lesen. Sie muss selbst eine Datei sein, kein Verweis und kein Ordner, und gelesen werden dürfen.',
  'model_file.data_mismatch':
    '„{name}“ ist nicht verwendbar: Die Gewichte passen nicht zur Datei „{file}“. Diese Datei ist unvollständig oder gehört zu einem anderen Modell: Nehmen Sie beide Dateien aus demselben Export.',
  'model_file.too_large':
    '„{name}“ ist nicht verwendbar: Das Modell hat mit seinen Gewichten {megabytes, number} MB, ONNX-Dateien dürfen höchstens {max, number} MB haben. Exportieren Sie es neu mit halber Genauigkeit (half=True) oder wählen Sie ein kleineres.',
  'model_file.newer_ir':
    '„{name}“ ist nicht verwendbar: Das Modell hat die ONNX-IR-Version {version}, die neuer ist als diese ONNX Runtime. Exportieren Sie es neu, mit opset={opset}.',
  'model_file.newer_opset':
    '„{name}“ ist nicht verwendbar: Das Modell hat den Opset {version}, der neuer ist als diese ONNX Runtime. Exportieren Sie es neu, mit opset={opset}.',
  'model_file.tensorrt_operator':
    '„{name}“ ist nicht verwendbar: ONNX Runtime hat keinen Operator „{operator}“. Das Modell wurde für TensorRT exportiert: Exportieren Sie es neu als reines ONNX, mit nms=False.',
  'model_file.unknown_operator':
    '„{name}“ ist nicht verwendbar: ONNX Runtime hat keinen Operator „{operator}“. Exportieren Sie das Modell neu und nur mit den Standardoperatoren, zum Beispiel von Opset {opset}.',
  'model_file.no_kernel':
    '„{name}“ ist nicht verwendbar: ONNX Runtime hat kein „{operator}“ für diese Art von Zahlen. Exportieren Sie das Modell neu mit float32-Gewichten (half=False, kein bfloat16).',
  'model_file.invalid_graph':
    '„{name}“ ist nicht verwendbar: Der Graph verletzt die Regeln von ONNX ({reason}). Exportieren Sie das Modell neu.',
  'model_file.fails':
    '„{name}“ ist nicht verwendbar: Das Modell schlägt bei einem Bild von {width} x {height} fehl ({reason}). Exportieren Sie es neu, mit fester Eingabegröße (imgsz) und batch=1.',
  'model_file.operator_fails':
    '„{name}“ ist nicht verwendbar: Der Operator „{operator}“ schlägt bei einem Bild von {width} x {height} fehl ({reason}). Exportieren Sie das Modell neu, mit fester Eingabegröße (imgsz) und batch=1.',
  'model_file.fails_on_frame': 'Das Modell „{name}“ kam mit diesem Bild nicht zurecht. ONNX Runtime meldet: {reason}',
  'model_file.depth':
    '„{name}“ ist nicht verwendbar: Das Modell schätzt Entfernungen (seine Aufgabe ist „depth“) und findet keine Objekte. Wählen Sie ein Modell, das erkennt, segmentiert oder klassifiziert.',
  'model_file.unknown_outputs':
    '„{name}“ ist nicht verwendbar: Mit {classes} {count, plural, one {passt die Ausgabe} other {passen die Ausgaben}} {outputs} zu keiner unterstützten Art von Modell. {remedy}',
  'model_file.unknown_outputs_of_task':
    '„{name}“ ist nicht verwendbar: Mit {classes} {count, plural, one {passt die Ausgabe} other {passen die Ausgaben}} {outputs} für die Aufgabe „{task}“ zu keiner unterstützten Art von Modell. {remedy}',
  'model_file.class_names': '{count} Klassennamen',
  'model_file.no_class_names': 'keinen Klassennamen',
  'model_file.feature_maps':
    'Dies sind Merkmalskarten vor der Dekodierung: Exportieren Sie das Modell neu, mit der Dekodierung des Kopfes darin. {supported}',
  'model_file.other_class_count':
    'Die Datei nennt {names} Klassen, aber die Ausgabe hat die Form für {room}: Exportieren Sie das Modell neu, zusammen mit seinen eigenen Namen.',
  'model_file.is_raw_anchors':
    'Es scheint ein YOLOv5 oder YOLOv7 zu sein, dessen Gitter nicht dekodiert sind; die Größen der Anker stehen nicht in der Datei. Exportieren Sie das Modell neu, mit der Erkennungsschicht darin (YOLOv5: export.py --include onnx; YOLOv7: export.py --grid).',
  'model_file.is_fastestdet':
    'Es scheint ein FastestDet-Detektor zu sein, der nicht unterstützt wird: Wählen Sie einen anderen Detektor, etwa YOLOX-Nano oder NanoDet.',
  'model_file.is_coarse_grid':
    'Sein Gitter ist zu grob für eine Segmentierung: Es scheint von einem Detektor vor der Dekodierung (etwa YOLOv2) oder von einem Backbone zu sein. Exportieren Sie das Modell neu, mit der Dekodierung des Kopfes darin.',
  'model_file.is_picture':
    'Es scheint ein Bild auszugeben (Verbesserung, Hochskalierung oder Stil) und findet keine Objekte: Wählen Sie ein Modell, das erkennt, segmentiert oder klassifiziert.',
  'model_file.is_depth':
    'Es scheint eine Zahl für jedes Pixel auszugeben, etwa eine Tiefe oder Dichte, und findet keine Objekte. Wenn es segmentiert, schreiben Sie es in die Datei: den Metadateneintrag „task“ mit dem Wert „semantic“ und seine „names“.',
  'model_file.is_heat_maps':
    'Es scheint Wärmekarten auszugeben, von Schlüsselpunkten oder von Mittelpunkten der Objekte. Wenn es segmentiert, schreiben Sie es in die Datei: den Metadateneintrag „task“ mit dem Wert „semantic“ und seine „names“.',
  'model_file.is_plain_grid':
    'Nichts sagt, was sein Gitter enthält. Wenn es segmentiert, schreiben Sie es in die Datei: den Metadateneintrag „task“ mit dem Wert „semantic“ und seine „names“.',
  'model_file.scores_beyond':
    '„{name}“ wurde für {architecture} gehalten, aber eine Konfidenz von {score} kann nicht stimmen: Konfidenzen liegen zwischen 0 und 1. Exportieren Sie das Modell neu, mit seinem üblichen Kopf und mit den Namen seiner Klassen.',
  'model_file.no_probabilities':
    'Es hat die Form von {architecture}, aber seine Konfidenzen reichen bis {score} statt bis 1: Exportieren Sie das Modell neu, mit dem Sigmoid der Werte darin.',
  'model_file.unusual_head':
    'Exportieren Sie das Modell neu, mit seinem üblichen Kopf und mit nms=False, wo es die Wahl gibt. {supported}',
  'model_file.supported':
    'Unterstützt werden Ultralytics (v5 bis v12, v26), YOLOX, NanoDet, CenterNet, DETR, Detektoren von SSD, torchvision, MMDetection und PaddleDetection, Gesichter (YuNet, SCRFD) sowie Modelle, die segmentieren oder klassifizieren.',
  'model_file.tensor': '„{name}“ {type} [{shape}]',
  'model_file.tensor_of_unknown_type': '„{name}“ von unbekannter Art [{shape}]',
  'model_file.no_input':
    '„{name}“ ist nicht verwendbar: Das Modell hat keine Eingabe und nimmt damit kein Bild. Wählen Sie ein Modell für Bilder.',
  'model_file.second_input':
    '„{name}“ ist nicht verwendbar: Neben „{image}“ nimmt das Modell {tensor}, was nicht bekannt ist. Exportieren Sie es neu, mit dem Bild als einziger Eingabe.',
  'model_file.two_images':
    '„{name}“ ist nicht verwendbar: Neben dem Bild „{image}“ nimmt das Modell ein zweites, {tensor}, wie Netze für optischen Fluss, Stereo oder Abgleich. Wählen Sie ein Modell für einzelne Bilder.',
  'model_file.takes_sound':
    '„{name}“ ist nicht verwendbar: Das Modell nimmt Klang, wie Netze für Sprache, und keine Bilder. Wählen Sie ein Modell für Bilder.',
  'model_file.takes_text':
    '„{name}“ ist nicht verwendbar: Das Modell nimmt Text, wie Sprachmodelle und solche, die nach Genanntem suchen. Wählen Sie ein Modell, dessen einzige Eingabe ein Bild ist.',
  'model_file.takes_prompts':
    '„{name}“ ist nicht als Modell verwendbar: Es ist ein Teil eines Segmentierers für Prompts, wie SAM. Installieren Sie Kodierer und Dekodierer zusammen: sightline models install-segmenter <Ordner> (docs/segmenters.md).',
  'model_file.takes_text_lines':
    '„{name}“ ist nicht verwendbar: Das Modell liest den Text einer Zeile (OCR) und findet keine Objekte. Wählen Sie ein Modell, das erkennt, segmentiert oder klassifiziert, etwa eines, das Text findet.',
  'model_file.takes_no_image':
    '„{name}“ ist nicht verwendbar: Keine seiner Eingaben ist ein Bild, wie bei Netzen für Klang, Text oder Zahlen. Wählen Sie ein Modell für Bilder.',
  'model_file.input_shape':
    '„{name}“ ist nicht verwendbar: Die Eingabe ist {tensor}, erwartet wird ein Bild der Form [1, 3, Höhe, Breite] oder [1, Höhe, Breite, 3]. Exportieren Sie das Modell neu, mit einem Bild aus drei Kanälen oder aus einem als Eingabe.',
  'model_file.input_too_large':
    '„{name}“ ist nicht verwendbar: Die Eingabe von {width} x {height} ist größer als {max} x {max}. Exportieren Sie das Modell neu, mit einer kleineren Eingabe (imgsz).',
  'model_file.batch_too_large':
    '„{name}“ ist nicht verwendbar: Die Eingabe von {batch} Bildern zu {width} x {height} ist größer als {max} x {max}. Exportieren Sie das Modell neu, mit batch=1.',
  'model_file.tensor_too_large':
    '„{name}“ ist nicht verwendbar: Der Tensor „{tensor}“ hat {values} Werte, erlaubt sind höchstens {max}. Exportieren Sie das Modell neu, mit einer kleineren Eingabe (imgsz).',
  'model_file.input_type':
    '„{name}“ ist nicht verwendbar: Die Eingabe ist {tensor}, erwartet wird float32, float16, uint8 oder int32. Exportieren Sie das Modell neu, ohne die Eingabe in einen anderen Typ umzuwandeln.',
  'model_file.input_batch':
    '„{name}“ ist nicht verwendbar: Die Eingabe {tensor} nimmt {batch} Bilder auf einmal, und die Ausgaben sagen nicht, welche zu welchem Bild gehört. Exportieren Sie das Modell neu, mit batch=1 oder dynamic=True.',
  'model_file.not_a_vector':
    '„{name}“ ist nicht verwendbar: Die Ausgabe ist {outputs}, erwartet wird ein Vektor der Form [1, Länge]. Wählen Sie ein Wiedererkennungsmodell, etwa OSNet als ONNX, oder lassen Sie das Feld leer.',
  'model_file.embedding_fails':
    '„{name}“ ist nicht verwendbar: Das Modell läuft auf einem Bild nicht ({reason}). Exportieren Sie es neu, mit fester Eingabegröße und batch=1.',
}
